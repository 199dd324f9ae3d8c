CREATE TABLE "sys_user" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "login_name" TEXT NOT NULL,
    "nick_name" TEXT NOT NULL,
    "head_url" TEXT,
    "phone" BLOB,
    "phone_idx" TEXT,
    "phone_tail" TEXT,
    "email" TEXT,
    "sex" TEXT,
    "mendian" TEXT,
    "state" TEXT NOT NULL,
    "login_time" INTEGER,
    "login_ip" TEXT,
    "mima_time" INTEGER,
    "is_gaimi" INTEGER NOT NULL DEFAULT FALSE,
    "mima" TEXT NOT NULL,
    "beizhu" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE VIRTUAL TABLE "sys_user_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE UNIQUE INDEX "sys_user_login_name_key" ON "sys_user" ("login_name") WHERE is_del = FALSE;
CREATE INDEX "sys_user_login_name_id_ix" ON "sys_user" ("login_name", id) WHERE is_del = FALSE;
CREATE INDEX "sys_user_nick_name_id_ix" ON "sys_user" ("nick_name", id) WHERE is_del = FALSE;
CREATE INDEX "sys_user_phone_idx_id_ix" ON "sys_user" ("phone_idx", id) WHERE is_del = FALSE;
CREATE INDEX "sys_user_phone_tail_id_ix" ON "sys_user" ("phone_tail", id) WHERE is_del = FALSE;
CREATE INDEX "sys_user_sex_id_ix" ON "sys_user" ("sex", id) WHERE is_del = FALSE;
CREATE INDEX "sys_user_mendian_id_ix" ON "sys_user" ("mendian", id) WHERE is_del = FALSE;
CREATE INDEX "sys_user_state_id_ix" ON "sys_user" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "sys_user_login_time_id_ix" ON "sys_user" ("login_time", id) WHERE is_del = FALSE;
CREATE INDEX "sys_user_create_time_id_ix" ON "sys_user" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('sys_user');
CREATE TABLE "sys_role" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "data_scope" TEXT NOT NULL,
    "mendian_list" TEXT NOT NULL,
    "is_liandong" INTEGER NOT NULL DEFAULT FALSE,
    "is_xitong" INTEGER NOT NULL DEFAULT FALSE,
    "paixu" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "beizhu" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE VIRTUAL TABLE "sys_role_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE INDEX "sys_role_name_id_ix" ON "sys_role" ("name", id) WHERE is_del = FALSE;
CREATE UNIQUE INDEX "sys_role_code_key" ON "sys_role" ("code") WHERE is_del = FALSE;
CREATE INDEX "sys_role_data_scope_id_ix" ON "sys_role" ("data_scope", id) WHERE is_del = FALSE;
CREATE INDEX "sys_role_paixu_id_ix" ON "sys_role" ("paixu", id DESC) WHERE is_del = FALSE;
CREATE INDEX "sys_role_state_id_ix" ON "sys_role" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "sys_role_create_time_id_ix" ON "sys_role" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('sys_role');
CREATE TABLE "sys_menu" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "parent_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "icon" TEXT,
    "router_url" TEXT,
    "component" TEXT,
    "perms" TEXT,
    "canshu" TEXT,
    "is_wailian" INTEGER NOT NULL DEFAULT FALSE,
    "is_show" INTEGER NOT NULL DEFAULT FALSE,
    "is_huancun" INTEGER NOT NULL DEFAULT FALSE,
    "is_guding" INTEGER NOT NULL DEFAULT FALSE,
    "paixu" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "beizhu" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE VIRTUAL TABLE "sys_menu_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE UNIQUE INDEX "sys_menu_parent_id_name_key" ON "sys_menu" ("parent_id", "name") WHERE is_del = FALSE;
CREATE INDEX "sys_menu_parent_id_id_ix" ON "sys_menu" ("parent_id", id) WHERE is_del = FALSE;
CREATE INDEX "sys_menu_type_id_ix" ON "sys_menu" ("type", id) WHERE is_del = FALSE;
CREATE UNIQUE INDEX "sys_menu_router_url_key" ON "sys_menu" ("router_url") WHERE is_del = FALSE;
CREATE INDEX "sys_menu_paixu_id_ix" ON "sys_menu" ("paixu", id DESC) WHERE is_del = FALSE;
CREATE INDEX "sys_menu_state_id_ix" ON "sys_menu" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "sys_menu_create_time_id_ix" ON "sys_menu" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('sys_menu');
CREATE TABLE "sys_log" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "mokuai" TEXT,
    "type" TEXT,
    "miaoshu" TEXT,
    "user_id" INTEGER,
    "login_name" TEXT,
    "nick_name" TEXT,
    "mendian" TEXT,
    "ip" TEXT,
    "didian" TEXT,
    "url" TEXT,
    "method" TEXT,
    "canshu" TEXT,
    "jieguo" TEXT,
    "bianhua" TEXT,
    "haoshi" INTEGER,
    "state" TEXT,
    "cuowu" TEXT,
    "ua" TEXT,
    "trace_id" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER
) STRICT;
CREATE VIRTUAL TABLE "sys_log_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE INDEX "sys_log_type_id_ix" ON "sys_log" ("type", id);
CREATE INDEX "sys_log_user_id_id_ix" ON "sys_log" ("user_id", id);
CREATE INDEX "sys_log_mendian_id_ix" ON "sys_log" ("mendian", id);
CREATE INDEX "sys_log_ip_id_ix" ON "sys_log" ("ip", id);
CREATE INDEX "sys_log_haoshi_id_ix" ON "sys_log" ("haoshi", id);
CREATE INDEX "sys_log_state_id_ix" ON "sys_log" ("state", id);
CREATE INDEX "sys_log_trace_id_id_ix" ON "sys_log" ("trace_id", id);
CREATE INDEX "sys_log_create_time_id_ix" ON "sys_log" ("create_time", id);
CREATE TRIGGER "sys_log_no_update" BEFORE UPDATE ON "sys_log" BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER "sys_log_no_delete" BEFORE DELETE ON "sys_log" BEGIN SELECT RAISE(ABORT, 'append only'); END;
INSERT INTO table_version (name) VALUES ('sys_log');
CREATE TABLE "sys_session" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "user_id" INTEGER,
    "login_name" TEXT,
    "nick_name" TEXT,
    "ip" TEXT,
    "ua" TEXT,
    "login_time" INTEGER,
    "huoyue_time" INTEGER,
    "guoqi_time" INTEGER,
    "token_hash" TEXT,
    "file_hash" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE VIRTUAL TABLE "sys_session_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE INDEX "sys_session_user_id_id_ix" ON "sys_session" ("user_id", id) WHERE is_del = FALSE;
CREATE INDEX "sys_session_ip_id_ix" ON "sys_session" ("ip", id) WHERE is_del = FALSE;
CREATE INDEX "sys_session_login_time_id_ix" ON "sys_session" ("login_time", id) WHERE is_del = FALSE;
CREATE UNIQUE INDEX "sys_session_token_hash_key" ON "sys_session" ("token_hash") WHERE is_del = FALSE;
CREATE UNIQUE INDEX "sys_session_file_hash_key" ON "sys_session" ("file_hash") WHERE is_del = FALSE;
CREATE INDEX "sys_session_create_time_id_ix" ON "sys_session" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('sys_session');
CREATE TABLE "app_dict" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "is_xitong" INTEGER NOT NULL DEFAULT FALSE,
    "paixu" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "beizhu" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE VIRTUAL TABLE "app_dict_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE UNIQUE INDEX "app_dict_type_key" ON "app_dict" ("type") WHERE is_del = FALSE;
CREATE INDEX "app_dict_type_id_ix" ON "app_dict" ("type", id) WHERE is_del = FALSE;
CREATE INDEX "app_dict_paixu_id_ix" ON "app_dict" ("paixu", id DESC) WHERE is_del = FALSE;
CREATE INDEX "app_dict_state_id_ix" ON "app_dict" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_dict_create_time_id_ix" ON "app_dict" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_dict');
CREATE TABLE "app_dict_data" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "dict_type" TEXT NOT NULL,
    "dict_label" TEXT NOT NULL,
    "dict_value" TEXT NOT NULL,
    "tag_type" TEXT NOT NULL,
    "css_class" TEXT,
    "is_moren" INTEGER NOT NULL DEFAULT FALSE,
    "paixu" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "beizhu" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE VIRTUAL TABLE "app_dict_data_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE UNIQUE INDEX "app_dict_data_dict_type_dict_value_key" ON "app_dict_data" ("dict_type", "dict_value") WHERE is_del = FALSE;
CREATE INDEX "app_dict_data_dict_type_id_ix" ON "app_dict_data" ("dict_type", id) WHERE is_del = FALSE;
CREATE INDEX "app_dict_data_paixu_id_ix" ON "app_dict_data" ("paixu", id DESC) WHERE is_del = FALSE;
CREATE INDEX "app_dict_data_state_id_ix" ON "app_dict_data" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_dict_data_create_time_id_ix" ON "app_dict_data" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_dict_data');
CREATE TABLE "app_config" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "type" TEXT NOT NULL,
    "mingcheng" TEXT NOT NULL,
    "jian" TEXT NOT NULL,
    "zhi" TEXT,
    "zhi_type" TEXT NOT NULL,
    "is_xitong" INTEGER NOT NULL DEFAULT FALSE,
    "is_kejian" INTEGER NOT NULL DEFAULT FALSE,
    "paixu" INTEGER NOT NULL,
    "beizhu" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE INDEX "app_config_type_id_ix" ON "app_config" ("type", id) WHERE is_del = FALSE;
CREATE UNIQUE INDEX "app_config_jian_key" ON "app_config" ("jian") WHERE is_del = FALSE;
CREATE INDEX "app_config_paixu_id_ix" ON "app_config" ("paixu", id DESC) WHERE is_del = FALSE;
CREATE INDEX "app_config_create_time_id_ix" ON "app_config" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_config');
CREATE TABLE "app_gonggao" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "biaoti" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "fengmian" TEXT,
    "neirong" TEXT NOT NULL,
    "is_zhiding" INTEGER NOT NULL DEFAULT FALSE,
    "is_tanchuang" INTEGER NOT NULL DEFAULT FALSE,
    "kaishi_time" INTEGER,
    "jieshu_time" INTEGER,
    "fabu_time" INTEGER,
    "liulanliang" INTEGER NOT NULL,
    "paixu" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "beizhu" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE VIRTUAL TABLE "app_gonggao_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE INDEX "app_gonggao_biaoti_id_ix" ON "app_gonggao" ("biaoti", id) WHERE is_del = FALSE;
CREATE INDEX "app_gonggao_type_id_ix" ON "app_gonggao" ("type", id) WHERE is_del = FALSE;
CREATE INDEX "app_gonggao_kaishi_time_id_ix" ON "app_gonggao" ("kaishi_time", id) WHERE is_del = FALSE;
CREATE INDEX "app_gonggao_fabu_time_id_ix" ON "app_gonggao" ("fabu_time", id) WHERE is_del = FALSE;
CREATE INDEX "app_gonggao_paixu_id_ix" ON "app_gonggao" ("paixu", id DESC) WHERE is_del = FALSE;
CREATE INDEX "app_gonggao_state_id_ix" ON "app_gonggao" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_gonggao_create_time_id_ix" ON "app_gonggao" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_gonggao');
CREATE TABLE "app_user" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "user_no" TEXT,
    "head_url" TEXT,
    "nick_name" TEXT NOT NULL,
    "sex" TEXT,
    "phone" BLOB NOT NULL,
    "phone_idx" TEXT NOT NULL,
    "phone_tail" TEXT NOT NULL,
    "genjinren_id" INTEGER,
    "mendian" TEXT,
    "is_suoding" INTEGER NOT NULL DEFAULT FALSE,
    "state" TEXT NOT NULL,
    "beizhu" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE VIRTUAL TABLE "app_user_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE INDEX "app_user_user_no_id_ix" ON "app_user" ("user_no", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_sex_id_ix" ON "app_user" ("sex", id) WHERE is_del = FALSE;
CREATE UNIQUE INDEX "app_user_phone_idx_key" ON "app_user" ("phone_idx") WHERE is_del = FALSE;
CREATE INDEX "app_user_phone_idx_id_ix" ON "app_user" ("phone_idx", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_phone_tail_id_ix" ON "app_user" ("phone_tail", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_genjinren_id_id_ix" ON "app_user" ("genjinren_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_mendian_id_ix" ON "app_user" ("mendian", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_is_suoding_id_ix" ON "app_user" ("is_suoding", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_state_id_ix" ON "app_user" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_create_time_id_ix" ON "app_user" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_user');
CREATE TABLE "app_mingan_jilu" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "ziyuan" TEXT,
    "mubiao_id" INTEGER,
    "ziduan" TEXT,
    "yuanyin" TEXT,
    "ip" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER
) STRICT;
CREATE INDEX "app_mingan_jilu_ziyuan_id_ix" ON "app_mingan_jilu" ("ziyuan", id);
CREATE INDEX "app_mingan_jilu_mubiao_id_id_ix" ON "app_mingan_jilu" ("mubiao_id", id);
CREATE INDEX "app_mingan_jilu_create_time_id_ix" ON "app_mingan_jilu" ("create_time", id);
CREATE INDEX "app_mingan_jilu_create_by_id_ix" ON "app_mingan_jilu" ("create_by", id);
CREATE TRIGGER "app_mingan_jilu_no_update" BEFORE UPDATE ON "app_mingan_jilu" BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER "app_mingan_jilu_no_delete" BEFORE DELETE ON "app_mingan_jilu" BEGIN SELECT RAISE(ABORT, 'append only'); END;
INSERT INTO table_version (name) VALUES ('app_mingan_jilu');
