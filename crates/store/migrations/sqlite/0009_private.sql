-- Exact searches of secret columns, counted per person by real time; forgotten after a day or two.
CREATE TABLE secret_search (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL,
    real_ms INTEGER NOT NULL,
    misses INTEGER NOT NULL,
    what TEXT NOT NULL,
    route TEXT NOT NULL
) STRICT;
CREATE INDEX secret_search_user ON secret_search (user_id, real_ms);
CREATE INDEX secret_search_time ON secret_search (real_ms);
-- What a person looked at on a day; searches stand in the same record under the number 0.
CREATE INDEX app_mingan_jilu_seen ON app_mingan_jilu (create_by, create_time) WHERE mubiao_id > 0;
-- The accounts of customers who were deleted go with them.
UPDATE app_user_shoukuan SET is_del = TRUE WHERE is_del = FALSE AND user_id IN (SELECT id FROM app_user WHERE is_del = TRUE);
UPDATE table_version SET version = version + 1, row_count = (SELECT count(*) FROM app_user_shoukuan WHERE is_del = FALSE)
WHERE name = 'app_user_shoukuan';
