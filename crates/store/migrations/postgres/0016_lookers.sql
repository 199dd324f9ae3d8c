-- Who is looking at an order right now, for whoever is about to decide about it.
CREATE TABLE dingdan_kanzhe (dingdan_id BIGINT NOT NULL, user_id BIGINT NOT NULL, last_ms BIGINT NOT NULL, PRIMARY KEY (dingdan_id, user_id));
CREATE INDEX dingdan_kanzhe_age ON dingdan_kanzhe (last_ms);
