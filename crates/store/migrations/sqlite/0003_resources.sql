CREATE TABLE "app_dingdan" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "bianhao" TEXT,
    "user_id" INTEGER NOT NULL,
    "phone" BLOB,
    "phone_idx" TEXT,
    "phone_tail" TEXT,
    "project_id" INTEGER NOT NULL,
    "qudao_id" INTEGER,
    "shenqing_jine" INTEGER,
    "jiekuan_jine" INTEGER NOT NULL,
    "qishu" INTEGER NOT NULL,
    "huankuan_moshi" TEXT,
    "jiekuan_yongtu" TEXT NOT NULL,
    "user_shoukuan_id" INTEGER NOT NULL,
    "state" TEXT,
    "yinghuan_ri" TEXT,
    "shenheren_id" INTEGER,
    "shenhe_time" INTEGER,
    "shenhe_yijian" TEXT,
    "fangkuanren_id" INTEGER,
    "fangkuan_time" INTEGER,
    "fangkuan_liushui" TEXT,
    "fangkuan_shibai" TEXT,
    "genjinren_id" INTEGER,
    "mendian" TEXT,
    "beizhu" TEXT,
    "tiaokuan" TEXT,
    "youhui_dangqian" INTEGER NOT NULL,
    "yuqi_ri" TEXT,
    "chongqian_cishu" INTEGER NOT NULL,
    "shijian_shu" INTEGER NOT NULL,
    "chexiao_shijian" INTEGER,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE VIRTUAL TABLE "app_dingdan_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE UNIQUE INDEX "app_dingdan_bianhao_key" ON "app_dingdan" ("bianhao") WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_user_id_id_ix" ON "app_dingdan" ("user_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_phone_idx_id_ix" ON "app_dingdan" ("phone_idx", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_phone_tail_id_ix" ON "app_dingdan" ("phone_tail", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_project_id_id_ix" ON "app_dingdan" ("project_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_qudao_id_id_ix" ON "app_dingdan" ("qudao_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_jiekuan_jine_id_ix" ON "app_dingdan" ("jiekuan_jine", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_huankuan_moshi_id_ix" ON "app_dingdan" ("huankuan_moshi", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_jiekuan_yongtu_id_ix" ON "app_dingdan" ("jiekuan_yongtu", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_user_shoukuan_id_id_ix" ON "app_dingdan" ("user_shoukuan_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_state_id_ix" ON "app_dingdan" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_yinghuan_ri_id_ix" ON "app_dingdan" ("yinghuan_ri", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_shenheren_id_id_ix" ON "app_dingdan" ("shenheren_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_fangkuanren_id_id_ix" ON "app_dingdan" ("fangkuanren_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_fangkuan_time_id_ix" ON "app_dingdan" ("fangkuan_time", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_genjinren_id_id_ix" ON "app_dingdan" ("genjinren_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_mendian_id_ix" ON "app_dingdan" ("mendian", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_yuqi_ri_id_ix" ON "app_dingdan" ("yuqi_ri", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_create_time_id_ix" ON "app_dingdan" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_dingdan');
CREATE TABLE "app_dingdan_xingqing" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "dingdan_id" INTEGER,
    "bianhao" TEXT,
    "user_id" INTEGER,
    "type" TEXT,
    "qi" INTEGER,
    "miaoshu" TEXT,
    "zhifufangshi" TEXT,
    "yingfujine" INTEGER,
    "youhuijine" INTEGER,
    "shifujine" INTEGER,
    "is_yuqi" INTEGER NOT NULL DEFAULT FALSE,
    "dangqian_huankuan_time" INTEGER,
    "huankuan_time" INTEGER,
    "liushuihao" TEXT,
    "pingzheng" TEXT,
    "is_chexiao" INTEGER NOT NULL DEFAULT FALSE,
    "chexiao_time" INTEGER,
    "caozuoren_id" INTEGER,
    "shijian_id" INTEGER,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE VIRTUAL TABLE "app_dingdan_xingqing_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE INDEX "app_dingdan_xingqing_dingdan_id_id_ix" ON "app_dingdan_xingqing" ("dingdan_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_xingqing_user_id_id_ix" ON "app_dingdan_xingqing" ("user_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_xingqing_type_id_ix" ON "app_dingdan_xingqing" ("type", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_xingqing_zhifufangshi_id_ix" ON "app_dingdan_xingqing" ("zhifufangshi", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_xingqing_is_yuqi_id_ix" ON "app_dingdan_xingqing" ("is_yuqi", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_xingqing_dangqian_huankuan_time_id_ix" ON "app_dingdan_xingqing" ("dangqian_huankuan_time", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_xingqing_huankuan_time_id_ix" ON "app_dingdan_xingqing" ("huankuan_time", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_xingqing_liushuihao_id_ix" ON "app_dingdan_xingqing" ("liushuihao", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_xingqing_is_chexiao_id_ix" ON "app_dingdan_xingqing" ("is_chexiao", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_xingqing_chexiao_time_id_ix" ON "app_dingdan_xingqing" ("chexiao_time", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_xingqing_caozuoren_id_id_ix" ON "app_dingdan_xingqing" ("caozuoren_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_xingqing_create_time_id_ix" ON "app_dingdan_xingqing" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_dingdan_xingqing');
CREATE TABLE "app_log" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "dingdan_id" INTEGER,
    "bianhao" TEXT,
    "user_id" INTEGER,
    "user_show" TEXT,
    "type" TEXT,
    "neirong" TEXT,
    "qian_state" TEXT,
    "hou_state" TEXT,
    "jine" INTEGER,
    "shijian_id" INTEGER,
    "caozuoren_id" INTEGER,
    "caozuoren_show" TEXT,
    "ip" TEXT,
    "shishi_ms" INTEGER,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER
) STRICT;
CREATE VIRTUAL TABLE "app_log_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE INDEX "app_log_dingdan_id_id_ix" ON "app_log" ("dingdan_id", id);
CREATE INDEX "app_log_type_id_ix" ON "app_log" ("type", id);
CREATE INDEX "app_log_create_time_id_ix" ON "app_log" ("create_time", id);
CREATE TRIGGER "app_log_no_update" BEFORE UPDATE ON "app_log" BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER "app_log_no_delete" BEFORE DELETE ON "app_log" BEGIN SELECT RAISE(ABORT, 'append only'); END;
INSERT INTO table_version (name) VALUES ('app_log');
ALTER TABLE "app_user" ADD COLUMN "qudao_id" INTEGER;
CREATE INDEX "app_user_qudao_id_id_ix" ON "app_user" ("qudao_id", id) WHERE is_del = FALSE;
CREATE TABLE "app_user_shoukuan" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "user_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "zhaiyao" TEXT,
    "yhk_kaihuhang" TEXT,
    "zhanghao" BLOB,
    "zhanghao_idx" TEXT,
    "yhk_xingming" BLOB,
    "yhk_xingming_idx" TEXT,
    "yhk_yuliushouji" BLOB,
    "yhk_yuliushouji_idx" TEXT,
    "yhk_yuliushouji_tail" TEXT,
    "yhk_shenfenzhenghao" BLOB,
    "yhk_shenfenzhenghao_idx" TEXT,
    "shoukuanzhanghao" BLOB,
    "shoukuanzhanghao_idx" TEXT,
    "shoukuanzhanghao_tail" TEXT,
    "shoukuanma" TEXT,
    "is_moren" INTEGER NOT NULL DEFAULT FALSE,
    "state" TEXT NOT NULL,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE INDEX "app_user_shoukuan_user_id_id_ix" ON "app_user_shoukuan" ("user_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_shoukuan_type_id_ix" ON "app_user_shoukuan" ("type", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_shoukuan_zhanghao_idx_id_ix" ON "app_user_shoukuan" ("zhanghao_idx", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_shoukuan_yhk_yuliushouji_tail_id_ix" ON "app_user_shoukuan" ("yhk_yuliushouji_tail", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_shoukuan_shoukuanzhanghao_tail_id_ix" ON "app_user_shoukuan" ("shoukuanzhanghao_tail", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_shoukuan_is_moren_id_ix" ON "app_user_shoukuan" ("is_moren", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_shoukuan_state_id_ix" ON "app_user_shoukuan" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_shoukuan_create_time_id_ix" ON "app_user_shoukuan" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_user_shoukuan');
CREATE TABLE "app_project_fenlei" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "mingcheng" TEXT NOT NULL,
    "bianma" TEXT,
    "tubiao" TEXT,
    "miaoshu" TEXT,
    "is_tuijian" INTEGER NOT NULL DEFAULT FALSE,
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
CREATE VIRTUAL TABLE "app_project_fenlei_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE UNIQUE INDEX "app_project_fenlei_bianma_key" ON "app_project_fenlei" ("bianma") WHERE is_del = FALSE;
CREATE INDEX "app_project_fenlei_paixu_id_ix" ON "app_project_fenlei" ("paixu", id DESC) WHERE is_del = FALSE;
CREATE INDEX "app_project_fenlei_state_id_ix" ON "app_project_fenlei" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_project_fenlei_create_time_id_ix" ON "app_project_fenlei" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_project_fenlei');
CREATE TABLE "app_project" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "fenlei_id" INTEGER NOT NULL,
    "mingcheng" TEXT NOT NULL,
    "bianma" TEXT NOT NULL,
    "logo" TEXT,
    "biaoqian" TEXT NOT NULL,
    "zuixiao_jine" INTEGER NOT NULL,
    "zuida_jine" INTEGER NOT NULL,
    "jine_buchang" INTEGER NOT NULL,
    "qishu_list" TEXT NOT NULL,
    "zhouqi_danwei" TEXT NOT NULL,
    "zhouqi_changdu" INTEGER NOT NULL,
    "huankuan_moshi" TEXT NOT NULL,
    "nianlilv" INTEGER NOT NULL,
    "jixi_tianshu" INTEGER NOT NULL,
    "qianzhifeilv" INTEGER NOT NULL,
    "qianzhifei_fangshi" TEXT NOT NULL,
    "zixunfeilv" INTEGER NOT NULL,
    "fuwufeilv" INTEGER NOT NULL,
    "kuanxian_tianshu" INTEGER NOT NULL,
    "yuqi_rilv" INTEGER NOT NULL,
    "yuqi_jishu" TEXT NOT NULL,
    "yuqi_shangxian" INTEGER NOT NULL,
    "is_tiqian" INTEGER NOT NULL DEFAULT FALSE,
    "weiyue_feilv" INTEGER NOT NULL,
    "tiqian_jixi" TEXT NOT NULL,
    "is_yanqi" INTEGER NOT NULL DEFAULT FALSE,
    "yanqi_tianshu" INTEGER NOT NULL,
    "yanqi_feilv" INTEGER NOT NULL,
    "yanqi_zuida_cishu" INTEGER NOT NULL,
    "nianhua" INTEGER,
    "nianling_min" INTEGER,
    "nianling_max" INTEGER,
    "quyu" TEXT,
    "qudao_ids" TEXT NOT NULL,
    "rixiane" INTEGER,
    "xiangqing" TEXT,
    "is_tuijian" INTEGER NOT NULL DEFAULT FALSE,
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
CREATE VIRTUAL TABLE "app_project_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE INDEX "app_project_fenlei_id_id_ix" ON "app_project" ("fenlei_id", id) WHERE is_del = FALSE;
CREATE UNIQUE INDEX "app_project_bianma_key" ON "app_project" ("bianma") WHERE is_del = FALSE;
CREATE INDEX "app_project_bianma_id_ix" ON "app_project" ("bianma", id) WHERE is_del = FALSE;
CREATE INDEX "app_project_huankuan_moshi_id_ix" ON "app_project" ("huankuan_moshi", id) WHERE is_del = FALSE;
CREATE INDEX "app_project_paixu_id_ix" ON "app_project" ("paixu", id DESC) WHERE is_del = FALSE;
CREATE INDEX "app_project_state_id_ix" ON "app_project" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_project_create_time_id_ix" ON "app_project" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_project');
CREATE TABLE "app_project_fenlei_pingbi" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "project_fenlei_id" INTEGER NOT NULL,
    "phone" BLOB NOT NULL,
    "phone_idx" TEXT NOT NULL,
    "phone_tail" TEXT NOT NULL,
    "user_id" INTEGER,
    "yuanyin" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE UNIQUE INDEX "app_project_fenlei_pingbi_project_fenlei_id_phone_idx_key" ON "app_project_fenlei_pingbi" ("project_fenlei_id", "phone_idx") WHERE is_del = FALSE;
CREATE INDEX "app_project_fenlei_pingbi_project_fenlei_id_id_ix" ON "app_project_fenlei_pingbi" ("project_fenlei_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_project_fenlei_pingbi_phone_idx_id_ix" ON "app_project_fenlei_pingbi" ("phone_idx", id) WHERE is_del = FALSE;
CREATE INDEX "app_project_fenlei_pingbi_phone_tail_id_ix" ON "app_project_fenlei_pingbi" ("phone_tail", id) WHERE is_del = FALSE;
CREATE INDEX "app_project_fenlei_pingbi_user_id_id_ix" ON "app_project_fenlei_pingbi" ("user_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_project_fenlei_pingbi_create_time_id_ix" ON "app_project_fenlei_pingbi" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_project_fenlei_pingbi');
CREATE TABLE "app_qudao" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "mingcheng" TEXT NOT NULL,
    "bianma" TEXT NOT NULL,
    "type" TEXT,
    "lianxiren" TEXT,
    "phone" BLOB,
    "phone_idx" TEXT,
    "phone_tail" TEXT,
    "jiesuan_type" TEXT,
    "danjia" INTEGER,
    "koulv" INTEGER,
    "state" TEXT NOT NULL,
    "beizhu" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE VIRTUAL TABLE "app_qudao_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE UNIQUE INDEX "app_qudao_bianma_key" ON "app_qudao" ("bianma") WHERE is_del = FALSE;
CREATE INDEX "app_qudao_type_id_ix" ON "app_qudao" ("type", id) WHERE is_del = FALSE;
CREATE INDEX "app_qudao_phone_tail_id_ix" ON "app_qudao" ("phone_tail", id) WHERE is_del = FALSE;
CREATE INDEX "app_qudao_jiesuan_type_id_ix" ON "app_qudao" ("jiesuan_type", id) WHERE is_del = FALSE;
CREATE INDEX "app_qudao_state_id_ix" ON "app_qudao" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_qudao_create_time_id_ix" ON "app_qudao" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_qudao');
