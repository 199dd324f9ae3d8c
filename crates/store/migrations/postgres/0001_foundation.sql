-- Tables behind the resources: joins, sign-in, files, seals.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'append only'; END $$;
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE table_version (name TEXT PRIMARY KEY, version BIGINT NOT NULL DEFAULT 0, row_count BIGINT NOT NULL DEFAULT 0);
CREATE TABLE sys_user_role (user_id BIGINT NOT NULL, role_id BIGINT NOT NULL, PRIMARY KEY (user_id, role_id));
CREATE INDEX sys_user_role_role ON sys_user_role (role_id);
CREATE TABLE sys_role_menu (role_id BIGINT NOT NULL, menu_id BIGINT NOT NULL, PRIMARY KEY (role_id, menu_id));
CREATE INDEX sys_role_menu_menu ON sys_role_menu (menu_id);
CREATE TABLE sys_pianhao (user_id BIGINT NOT NULL, jian TEXT NOT NULL, zhi TEXT NOT NULL, PRIMARY KEY (user_id, jian));
CREATE TABLE login_failure (who TEXT PRIMARY KEY, failures BIGINT NOT NULL, last_ms BIGINT NOT NULL, locked_until_ms BIGINT NOT NULL);
CREATE TABLE yzm (id TEXT PRIMARY KEY, code_hash TEXT NOT NULL, expires_ms BIGINT NOT NULL);
CREATE TABLE file (file_key TEXT PRIMARY KEY, folder TEXT NOT NULL, name TEXT NOT NULL, mime TEXT NOT NULL, daxiao BIGINT NOT NULL, create_by BIGINT NOT NULL, create_time BIGINT NOT NULL);
CREATE TABLE archived (table_name TEXT NOT NULL, row_id BIGINT NOT NULL, create_by BIGINT NOT NULL, create_time BIGINT NOT NULL, PRIMARY KEY (table_name, row_id));
CREATE TABLE seal (table_name TEXT NOT NULL, block BIGINT NOT NULL, first_id BIGINT NOT NULL, last_id BIGINT NOT NULL, row_count BIGINT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (table_name, block));
CREATE TRIGGER seal_no_change BEFORE UPDATE OR DELETE ON seal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TABLE idempotency (user_id BIGINT NOT NULL, idem_key TEXT NOT NULL, route TEXT NOT NULL, body_hash TEXT NOT NULL, answer TEXT NOT NULL, create_ms BIGINT NOT NULL, PRIMARY KEY (user_id, idem_key));
CREATE INDEX idempotency_age ON idempotency (create_ms);
-- Versions that caches are keyed by: permissions and settings, and dictionaries.
INSERT INTO table_version (name) VALUES ('auth'), ('dict');
