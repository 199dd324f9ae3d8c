-- What was only appended on SQLite, and travels with an office that moves here.
CREATE TABLE kept_day_added (
    id BIGINT PRIMARY KEY,
    lei TEXT NOT NULL,
    riqi TEXT NOT NULL,
    mendian TEXT NOT NULL,
    genjinren_id BIGINT NOT NULL,
    kuanxian BIGINT NOT NULL,
    bishu BIGINT NOT NULL,
    jie BIGINT NOT NULL,
    dai BIGINT NOT NULL,
    is_leiji BOOLEAN NOT NULL DEFAULT FALSE
);
