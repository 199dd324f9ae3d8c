//! Edits of the structure: triggers, indexes and tables that are not as the migrations made them.

use super::{Edit, How};

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

#[rustfmt::skip]
pub const EDITS: &[Edit] = &[
    open("a dropped trigger of the journal", "DROP TRIGGER app_zijin_fenlu_no_update", "DROP TRIGGER app_zijin_fenlu_no_change ON app_zijin_fenlu", &["触发器", "app_zijin_fenlu_no_", "缺少"]),
    open("a dropped trigger of the seals", "DROP TRIGGER seal_no_delete", "DROP TRIGGER seal_no_change ON seal", &["触发器", "seal_no_", "缺少"]),
    open("a trigger that lets everything pass", "DROP TRIGGER app_log_no_update; CREATE TRIGGER app_log_no_update BEFORE UPDATE ON app_log BEGIN SELECT 1; END", "ALTER TABLE app_log DISABLE TRIGGER ALL", &["触发器", "app_log_no_"]),
    open("a trigger of the thief's own", "CREATE TRIGGER skim AFTER INSERT ON app_zijin_fenlu BEGIN SELECT 1; END", "CREATE TRIGGER skim BEFORE UPDATE ON app_user FOR EACH ROW EXECUTE FUNCTION refuse_change()", &["触发器", "skim", "多出"]),
    open("a dropped unique index of receipts", "DROP INDEX app_dingdan_xingqing_liushuihao_key", "DROP INDEX app_dingdan_xingqing_liushuihao_key", &["索引", "app_dingdan_xingqing_liushuihao_key", "缺少"]),
    open("a unique index that is not unique", "DROP INDEX app_dingdan_xingqing_liushuihao_key; CREATE INDEX app_dingdan_xingqing_liushuihao_key ON app_dingdan_xingqing (liushuihao)", "DROP INDEX app_dingdan_xingqing_liushuihao_key; CREATE INDEX app_dingdan_xingqing_liushuihao_key ON app_dingdan_xingqing (liushuihao)", &["索引", "app_dingdan_xingqing_liushuihao_key", "不同"]),
    open("a function that refuses nothing", "DROP TRIGGER app_mingan_jilu_no_delete; CREATE TRIGGER app_mingan_jilu_no_delete BEFORE DELETE ON app_mingan_jilu WHEN 1 = 0 BEGIN SELECT RAISE(ABORT, 'append only'); END", "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$", &["不同"]),
    open("a dropped table", "DROP TABLE sys_pianhao", "DROP TABLE sys_pianhao", &["表", "sys_pianhao", "缺少"]),
];
