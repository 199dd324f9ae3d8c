-- Whose failures these are, whatever they are counted by: a lock is shown and lifted by name.
ALTER TABLE login_failure ADD COLUMN login_name TEXT;
UPDATE login_failure SET login_name = substr(who, 6) WHERE who LIKE 'name:%';
CREATE INDEX login_failure_name ON login_failure (login_name);
CREATE INDEX login_failure_age ON login_failure (last_ms);
-- Addresses and browsers from which a person signed in, and when they last did.
CREATE TABLE login_place (place TEXT NOT NULL, user_id BIGINT NOT NULL, last_ms BIGINT NOT NULL, PRIMARY KEY (place, user_id));
CREATE INDEX login_place_age ON login_place (last_ms);
CREATE INDEX yzm_age ON yzm (expires_ms);
-- The rows an import refused, encrypted, for their maker and for a day.
CREATE TABLE import_failed (id TEXT PRIMARY KEY, user_id BIGINT NOT NULL, name TEXT NOT NULL, create_ms BIGINT NOT NULL, sealed BYTEA NOT NULL);
CREATE INDEX import_failed_user ON import_failed (user_id, create_ms);
CREATE INDEX import_failed_age ON import_failed (create_ms);
