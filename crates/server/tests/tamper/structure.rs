//! Edits of the structure: tables, columns, indexes and triggers that are not as the migrations
//! made them, things of somebody else's beside them, and links to nothing.

use super::{Edit, How, edit};

const fn open(
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
    found: &'static [&'static str],
) -> Edit {
    Edit {
        name,
        how: How::Openly(sqlite, postgres),
        found,
    }
}

/// The same words for both engines.
const fn same(name: &'static str, sql: &'static str, found: &'static [&'static str]) -> Edit {
    open(name, sql, sql, found)
}

/// What only a server has.
const fn server(name: &'static str, sql: &'static str, found: &'static [&'static str]) -> Edit {
    open(name, "", sql, found)
}

#[rustfmt::skip]
pub const EDITS: &[Edit] = &[
    open("a dropped trigger of the journal", "DROP TRIGGER app_zijin_fenlu_no_update", "DROP TRIGGER app_zijin_fenlu_no_change ON app_zijin_fenlu", &["触发器", "app_zijin_fenlu_no_", "缺少"]),
    open("a dropped trigger of the seals", "DROP TRIGGER seal_no_delete", "DROP TRIGGER seal_no_change ON seal", &["触发器", "seal_no_", "缺少"]),
    open("a trigger that lets everything pass", "DROP TRIGGER app_log_no_update; CREATE TRIGGER app_log_no_update BEFORE UPDATE ON app_log BEGIN SELECT 1; END", "ALTER TABLE app_log DISABLE TRIGGER ALL", &["触发器", "app_log_no_"]),
    open("a trigger of the thief's own", "CREATE TRIGGER skim AFTER INSERT ON app_zijin_fenlu BEGIN SELECT 1; END", "CREATE TRIGGER skim BEFORE UPDATE ON app_user FOR EACH ROW EXECUTE FUNCTION refuse_change()", &["触发器", "skim", "多出"]),
    open("a trigger with the name of ours on another table", "DROP TRIGGER seal_no_delete; CREATE TRIGGER seal_no_delete AFTER DELETE ON app_user BEGIN SELECT 1; END", "CREATE TRIGGER seal_no_delete BEFORE UPDATE ON app_user FOR EACH ROW EXECUTE FUNCTION refuse_change()", &["多出触发器 seal_no_delete（表 app_user）"]),
    same("a dropped unique index of receipts", "DROP INDEX app_dingdan_xingqing_liushuihao_key", &["索引", "app_dingdan_xingqing_liushuihao_key", "缺少"]),
    same("a unique index that is not unique", "DROP INDEX app_dingdan_xingqing_liushuihao_key; CREATE INDEX app_dingdan_xingqing_liushuihao_key ON app_dingdan_xingqing (liushuihao)", &["索引", "app_dingdan_xingqing_liushuihao_key", "不同"]),
    same("a unique index for some rows only", "DROP INDEX app_zijin_fenlu_key; CREATE UNIQUE INDEX app_zijin_fenlu_key ON app_zijin_fenlu (dingdan_id, shijian_id, is_chongxiao, hang) WHERE jine > 0", &["索引", "app_zijin_fenlu_key", "不同"]),
    same("an index of the thief's own", "CREATE INDEX one_order ON app_dingdan (user_id)", &["多出索引 one_order", "app_dingdan"]),
    open("a function that refuses nothing", "DROP TRIGGER app_mingan_jilu_no_delete; CREATE TRIGGER app_mingan_jilu_no_delete BEFORE DELETE ON app_mingan_jilu WHEN 1 = 0 BEGIN SELECT RAISE(ABORT, 'append only'); END", "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$", &["不同"]),
    same("a dropped table", "DROP TABLE sys_pianhao", &["表", "sys_pianhao", "缺少"]),
    same("a dropped table of old seals", "DROP TABLE seal", &["缺少表 seal"]),
    // Columns, and what they take.
    same("a column added", "ALTER TABLE app_dingdan ADD COLUMN koukou TEXT", &["多出列 app_dingdan.koukou"]),
    same("a column dropped", "ALTER TABLE secret_search DROP COLUMN route", &["缺少列 secret_search.route"]),
    same("a column renamed", "ALTER TABLE import_failed RENAME COLUMN name TO title", &["缺少列 import_failed.name"]),
    open("a column of another type", "ALTER TABLE secret_search DROP COLUMN misses; ALTER TABLE secret_search ADD COLUMN misses TEXT NOT NULL DEFAULT ''", "ALTER TABLE secret_search ALTER COLUMN misses TYPE TEXT", &["列 secret_search.misses 与程序的定义不同"]),
    open("a column that may be empty", "ALTER TABLE secret_search DROP COLUMN route; ALTER TABLE secret_search ADD COLUMN route TEXT", "ALTER TABLE secret_search ALTER COLUMN route DROP NOT NULL", &["列 secret_search.route 与程序的定义不同"]),
    open("a column that must not be empty", "DROP INDEX login_failure_name; ALTER TABLE login_failure DROP COLUMN login_name; ALTER TABLE login_failure ADD COLUMN login_name TEXT NOT NULL DEFAULT ''; CREATE INDEX login_failure_name ON login_failure (login_name)", "UPDATE login_failure SET login_name = ''; ALTER TABLE login_failure ALTER COLUMN login_name SET NOT NULL", &["列 login_failure.login_name 与程序的定义不同"]),
    open("a column that fills itself in", "ALTER TABLE file DROP COLUMN is_feiqi; ALTER TABLE file ADD COLUMN is_feiqi INTEGER NOT NULL DEFAULT TRUE", "ALTER TABLE file ALTER COLUMN is_feiqi SET DEFAULT TRUE", &["列 file.is_feiqi 与程序的定义不同"]),
    open("a default taken away", "ALTER TABLE file DROP COLUMN is_feiqi; ALTER TABLE file ADD COLUMN is_feiqi INTEGER", "ALTER TABLE file ALTER COLUMN is_feiqi DROP DEFAULT", &["列 file.is_feiqi 与程序的定义不同"]),
    open("a check of amounts taken away", "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, 'CHECK (jine <> 0)', '') WHERE name = 'app_zijin_fenlu'; PRAGMA writable_schema = OFF", "ALTER TABLE app_zijin_fenlu DROP CONSTRAINT app_zijin_fenlu_jine_check", &["约束 app_zijin_fenlu 与程序的定义不同"]),
    open("a check that lets more pass", "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, '''DAI'')', '''DAI'', ''X'')') WHERE name = 'app_zijin_fenlu'; PRAGMA writable_schema = OFF", "ALTER TABLE app_zijin_fenlu DROP CONSTRAINT app_zijin_fenlu_fangxiang_check; ALTER TABLE app_zijin_fenlu ADD CHECK (fangxiang IN ('JIE', 'DAI', 'X'))", &["约束 app_zijin_fenlu 与程序的定义不同"]),
    open("all checks of a table taken away", "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(replace(sql, 'CHECK (jine <> 0)', ''), 'CHECK (fangxiang IN (''JIE'', ''DAI''))', '') WHERE name = 'app_zijin_fenlu'; PRAGMA writable_schema = OFF", "ALTER TABLE app_zijin_fenlu DROP CONSTRAINT app_zijin_fenlu_jine_check, DROP CONSTRAINT app_zijin_fenlu_fangxiang_check", &["缺少约束 app_zijin_fenlu"]),
    open("a primary key over fewer columns", "DROP TABLE login_place; CREATE TABLE login_place (place TEXT NOT NULL, user_id INTEGER NOT NULL, last_ms INTEGER NOT NULL, PRIMARY KEY (place)) STRICT, WITHOUT ROWID", "DELETE FROM login_place; ALTER TABLE login_place DROP CONSTRAINT login_place_pkey, ADD PRIMARY KEY (place)", &["主键 login_place 与程序的定义不同"]),
    open("a primary key dropped", "DROP TABLE sys_pianhao; CREATE TABLE sys_pianhao (user_id INTEGER NOT NULL, jian TEXT NOT NULL, zhi TEXT NOT NULL) STRICT", "ALTER TABLE sys_pianhao DROP CONSTRAINT sys_pianhao_pkey", &["缺少主键 sys_pianhao"]),
    open("a table of another nature", "DROP TABLE yzm; CREATE TABLE yzm (id TEXT PRIMARY KEY, code_hash TEXT NOT NULL, expires_ms INTEGER NOT NULL)", "ALTER TABLE yzm SET UNLOGGED", &["表 yzm 与程序的定义不同"]),
    // What is not ours.
    same("a table of somebody else's", "CREATE TABLE loot (id BIGINT PRIMARY KEY, phone TEXT)", &["多出表 loot"]),
    same("a table with a name like the engine's own", "CREATE TABLE sqlitex_sequence (id BIGINT)", &["多出表 sqlitex_sequence"]),
    same("a view of somebody else's", "CREATE VIEW app_khjl AS SELECT * FROM app_user", &["多出视图 app_khjl"]),
    open("something to read by, kept up to date", "CREATE VIRTUAL TABLE loot USING fts5(phone)", "CREATE MATERIALIZED VIEW loot AS SELECT id FROM app_user", &["多出", " loot"]),
    server("a function of somebody else's", "CREATE FUNCTION skim() RETURNS BIGINT LANGUAGE sql AS $$ SELECT 1::bigint $$", &["多出函数 skim"]),
    server("a function with the name of ours", "CREATE FUNCTION refuse_change(x BIGINT) RETURNS BIGINT LANGUAGE sql AS $$ SELECT 1::bigint $$", &["多出函数 refuse_change("]),
    server("a rule that swallows what is deleted", "CREATE RULE keep AS ON DELETE TO app_zijin_fenlu DO INSTEAD NOTHING", &["多出规则 keep", "app_zijin_fenlu"]),
    server("a sequence of somebody else's", "CREATE SEQUENCE counter", &["多出序列 counter"]),
    server("a policy that hides rows", "CREATE POLICY hide ON app_log USING (FALSE)", &["多出行策略 hide", "app_log"]),
    server("row security switched on", "ALTER TABLE app_log ENABLE ROW LEVEL SECURITY", &["表 app_log 与程序的定义不同"]),
    server("numbers that somebody gives by hand", "ALTER TABLE app_log ALTER COLUMN id DROP IDENTITY", &["列 app_log.id 与程序的定义不同"]),
    server("many texts made one", "DROP INDEX sys_user_gram; ALTER TABLE sys_user ALTER COLUMN gram DROP DEFAULT, ALTER COLUMN gram TYPE TEXT USING '{}', ALTER COLUMN gram SET DEFAULT '{}'", &["列 sys_user.gram 与程序的定义不同"]),
    server("a trigger that fires for replicas alone", "ALTER TABLE app_log ENABLE REPLICA TRIGGER app_log_no_change", &["触发器 app_log_no_change", "不同"]),
    server("a reference that deletes", "ALTER TABLE app_dingdan_jihua ADD FOREIGN KEY (dingdan_id) REFERENCES app_dingdan (id) ON DELETE CASCADE", &["约束 app_dingdan_jihua"]),
    // Links to nothing.
    edit("a right that waits for somebody with that number", "INSERT INTO sys_user_role (user_id, role_id) SELECT 9001, id FROM sys_role WHERE code = 'admin'", &["sys_user_role", "user_id 9001", "不存在"]),
    edit("a role that is not there given to somebody", "INSERT INTO sys_user_role (user_id, role_id) VALUES ({clerk}, 9002)", &["sys_user_role", "role_id 9002", "不存在"]),
    edit("rights of a role that is not there", "INSERT INTO sys_role_menu (role_id, menu_id) SELECT 9003, min(id) FROM sys_menu", &["sys_role_menu", "role_id 9003", "不存在"]),
    edit("a right to a menu that is not there", "INSERT INTO sys_role_menu (role_id, menu_id) SELECT min(id), 9004 FROM sys_role", &["sys_role_menu", "menu_id 9004", "不存在"]),
    edit("preferences of nobody", "INSERT INTO sys_pianhao (user_id, jian, zhi) VALUES (9005, 'x', '1')", &["sys_pianhao", "user_id 9005", "不存在"]),
    edit("a known browser of nobody", "INSERT INTO login_place (place, user_id, last_ms) VALUES ('x', 9006, 9000000000000)", &["login_place", "user_id 9006", "不存在"]),
];
