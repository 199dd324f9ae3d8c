-- Who is looking at an order right now, for whoever is about to decide about it.
CREATE TABLE dingdan_kanzhe (dingdan_id INTEGER NOT NULL, user_id INTEGER NOT NULL, last_ms INTEGER NOT NULL, PRIMARY KEY (dingdan_id, user_id)) STRICT, WITHOUT ROWID;
CREATE INDEX dingdan_kanzhe_age ON dingdan_kanzhe (last_ms);
