-- Tables behind the resources: joins, sign-in, files, seals.
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE table_version (name TEXT PRIMARY KEY, version INTEGER NOT NULL DEFAULT 0, row_count INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE sys_user_role (user_id INTEGER NOT NULL, role_id INTEGER NOT NULL, PRIMARY KEY (user_id, role_id)) STRICT, WITHOUT ROWID;
CREATE INDEX sys_user_role_role ON sys_user_role (role_id);
CREATE TABLE sys_role_menu (role_id INTEGER NOT NULL, menu_id INTEGER NOT NULL, PRIMARY KEY (role_id, menu_id)) STRICT, WITHOUT ROWID;
CREATE INDEX sys_role_menu_menu ON sys_role_menu (menu_id);
CREATE TABLE sys_pianhao (user_id INTEGER NOT NULL, jian TEXT NOT NULL, zhi TEXT NOT NULL, PRIMARY KEY (user_id, jian)) STRICT, WITHOUT ROWID;
CREATE TABLE login_failure (who TEXT PRIMARY KEY, failures INTEGER NOT NULL, last_ms INTEGER NOT NULL, locked_until_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE yzm (id TEXT PRIMARY KEY, code_hash TEXT NOT NULL, expires_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE file (file_key TEXT PRIMARY KEY, folder TEXT NOT NULL, name TEXT NOT NULL, mime TEXT NOT NULL, daxiao INTEGER NOT NULL, create_by INTEGER NOT NULL, create_time INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE archived (table_name TEXT NOT NULL, row_id INTEGER NOT NULL, create_by INTEGER NOT NULL, create_time INTEGER NOT NULL, PRIMARY KEY (table_name, row_id)) STRICT, WITHOUT ROWID;
CREATE TABLE seal (table_name TEXT NOT NULL, block INTEGER NOT NULL, first_id INTEGER NOT NULL, last_id INTEGER NOT NULL, row_count INTEGER NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (table_name, block)) STRICT, WITHOUT ROWID;
CREATE TRIGGER seal_no_update BEFORE UPDATE ON seal BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER seal_no_delete BEFORE DELETE ON seal BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TABLE idempotency (user_id INTEGER NOT NULL, idem_key TEXT NOT NULL, route TEXT NOT NULL, body_hash TEXT NOT NULL, answer TEXT NOT NULL, create_ms INTEGER NOT NULL, PRIMARY KEY (user_id, idem_key)) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_age ON idempotency (create_ms);
-- Versions that caches are keyed by: permissions and settings, and dictionaries.
INSERT INTO table_version (name) VALUES ('auth'), ('dict');
