CREATE TABLE "app_jifen" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "user_id" INTEGER NOT NULL,
    "type" TEXT,
    "fangxiang" TEXT NOT NULL,
    "jifen" INTEGER NOT NULL,
    "yue" INTEGER CHECK ("yue" >= 0),
    "biaoti" TEXT NOT NULL,
    "miaoshu" TEXT,
    "guanlian_id" TEXT,
    "guoqi_time" INTEGER,
    "caozuoren_id" INTEGER,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER
) STRICT;
CREATE VIRTUAL TABLE "app_jifen_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE UNIQUE INDEX "app_jifen_type_guanlian_id_key" ON "app_jifen" ("type", "guanlian_id");
CREATE INDEX "app_jifen_user_id_id_ix" ON "app_jifen" ("user_id", id);
CREATE INDEX "app_jifen_type_id_ix" ON "app_jifen" ("type", id);
CREATE INDEX "app_jifen_fangxiang_id_ix" ON "app_jifen" ("fangxiang", id);
CREATE INDEX "app_jifen_guanlian_id_id_ix" ON "app_jifen" ("guanlian_id", id);
CREATE INDEX "app_jifen_caozuoren_id_id_ix" ON "app_jifen" ("caozuoren_id", id);
CREATE INDEX "app_jifen_create_time_id_ix" ON "app_jifen" ("create_time", id);
CREATE TRIGGER "app_jifen_no_update" BEFORE UPDATE ON "app_jifen" BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER "app_jifen_no_delete" BEFORE DELETE ON "app_jifen" BEGIN SELECT RAISE(ABORT, 'append only'); END;
INSERT INTO table_version (name) VALUES ('app_jifen');
CREATE TABLE "app_jifen_renwu" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "mingcheng" TEXT NOT NULL,
    "tubiao" TEXT,
    "type" TEXT NOT NULL,
    "zhouqi" TEXT NOT NULL,
    "mubiao" INTEGER NOT NULL,
    "jifen" INTEGER NOT NULL,
    "cishu_xianzhi" INTEGER NOT NULL,
    "tiaozhuan_url" TEXT,
    "kaishi_time" INTEGER,
    "jieshu_time" INTEGER,
    "miaoshu" TEXT,
    "canyushu" INTEGER NOT NULL,
    "paixu" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE VIRTUAL TABLE "app_jifen_renwu_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE INDEX "app_jifen_renwu_type_id_ix" ON "app_jifen_renwu" ("type", id) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_renwu_zhouqi_id_ix" ON "app_jifen_renwu" ("zhouqi", id) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_renwu_paixu_id_ix" ON "app_jifen_renwu" ("paixu", id DESC) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_renwu_state_id_ix" ON "app_jifen_renwu" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_renwu_create_time_id_ix" ON "app_jifen_renwu" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_jifen_renwu');
CREATE TABLE "app_jifen_renwu_jilu" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "user_id" INTEGER,
    "renwu_id" INTEGER,
    "zhouqi_key" TEXT,
    "lunci" INTEGER,
    "jindu" INTEGER,
    "mubiao" INTEGER,
    "jifen" INTEGER,
    "state" TEXT NOT NULL,
    "wancheng_time" INTEGER,
    "lingqu_time" INTEGER,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE UNIQUE INDEX "app_jifen_renwu_jilu_renwu_id_user_id_zhouqi_key_lunci_key" ON "app_jifen_renwu_jilu" ("renwu_id", "user_id", "zhouqi_key", "lunci") WHERE is_del = FALSE;
CREATE INDEX "app_jifen_renwu_jilu_user_id_id_ix" ON "app_jifen_renwu_jilu" ("user_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_renwu_jilu_renwu_id_id_ix" ON "app_jifen_renwu_jilu" ("renwu_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_renwu_jilu_state_id_ix" ON "app_jifen_renwu_jilu" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_renwu_jilu_lingqu_time_id_ix" ON "app_jifen_renwu_jilu" ("lingqu_time", id) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_renwu_jilu_create_time_id_ix" ON "app_jifen_renwu_jilu" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_jifen_renwu_jilu');
CREATE TABLE "app_jifen_shangpin" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "mingcheng" TEXT NOT NULL,
    "fenlei" TEXT,
    "type" TEXT NOT NULL,
    "zhutu" TEXT NOT NULL,
    "tupian" TEXT,
    "jifen_jiage" INTEGER NOT NULL,
    "jine" INTEGER NOT NULL,
    "shichangjia" INTEGER,
    "kucun" INTEGER NOT NULL CHECK ("kucun" >= 0),
    "yiduihuan" INTEGER NOT NULL,
    "xiangou" INTEGER,
    "yunfei" INTEGER NOT NULL,
    "xiangqing" TEXT,
    "kaishi_time" INTEGER,
    "jieshu_time" INTEGER,
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
CREATE VIRTUAL TABLE "app_jifen_shangpin_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE INDEX "app_jifen_shangpin_fenlei_id_ix" ON "app_jifen_shangpin" ("fenlei", id) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_shangpin_type_id_ix" ON "app_jifen_shangpin" ("type", id) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_shangpin_jifen_jiage_id_ix" ON "app_jifen_shangpin" ("jifen_jiage", id) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_shangpin_paixu_id_ix" ON "app_jifen_shangpin" ("paixu", id DESC) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_shangpin_state_id_ix" ON "app_jifen_shangpin" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_shangpin_create_time_id_ix" ON "app_jifen_shangpin" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_jifen_shangpin');
CREATE TABLE "app_jifen_shangpin_dingdan" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "bianhao" TEXT,
    "user_id" INTEGER NOT NULL,
    "shangpin_id" INTEGER NOT NULL,
    "zhutu" TEXT,
    "type" TEXT,
    "shuliang" INTEGER NOT NULL,
    "jifen" INTEGER,
    "jine" INTEGER,
    "shouhuoren" BLOB,
    "shouhuoren_idx" TEXT,
    "shouhuo_phone" BLOB,
    "shouhuo_phone_idx" TEXT,
    "shouhuo_phone_tail" TEXT,
    "shouhuo_dizhi" BLOB,
    "shouhuo_dizhi_idx" TEXT,
    "wuliu_gongsi" TEXT,
    "wuliu_no" TEXT,
    "fahuo_time" INTEGER,
    "wancheng_time" INTEGER,
    "kamima" BLOB,
    "kamima_idx" TEXT,
    "state" TEXT NOT NULL,
    "beizhu" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE VIRTUAL TABLE "app_jifen_shangpin_dingdan_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE UNIQUE INDEX "app_jifen_shangpin_dingdan_bianhao_key" ON "app_jifen_shangpin_dingdan" ("bianhao") WHERE is_del = FALSE;
CREATE INDEX "app_jifen_shangpin_dingdan_user_id_id_ix" ON "app_jifen_shangpin_dingdan" ("user_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_shangpin_dingdan_shangpin_id_id_ix" ON "app_jifen_shangpin_dingdan" ("shangpin_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_shangpin_dingdan_type_id_ix" ON "app_jifen_shangpin_dingdan" ("type", id) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_shangpin_dingdan_shouhuo_phone_idx_id_ix" ON "app_jifen_shangpin_dingdan" ("shouhuo_phone_idx", id) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_shangpin_dingdan_shouhuo_phone_tail_id_ix" ON "app_jifen_shangpin_dingdan" ("shouhuo_phone_tail", id) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_shangpin_dingdan_wuliu_gongsi_id_ix" ON "app_jifen_shangpin_dingdan" ("wuliu_gongsi", id) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_shangpin_dingdan_wuliu_no_id_ix" ON "app_jifen_shangpin_dingdan" ("wuliu_no", id) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_shangpin_dingdan_fahuo_time_id_ix" ON "app_jifen_shangpin_dingdan" ("fahuo_time", id) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_shangpin_dingdan_state_id_ix" ON "app_jifen_shangpin_dingdan" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_jifen_shangpin_dingdan_create_time_id_ix" ON "app_jifen_shangpin_dingdan" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_jifen_shangpin_dingdan');
-- What is left of each gain of points, until it is used or lost.
CREATE TABLE jifen_pi (
    liushui_id INTEGER NOT NULL PRIMARY KEY,
    user_id INTEGER NOT NULL,
    shengyu INTEGER NOT NULL CHECK (shengyu >= 0),
    guoqi_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX jifen_pi_user ON jifen_pi (user_id, guoqi_ms, liushui_id) WHERE shengyu > 0;
CREATE INDEX jifen_pi_due ON jifen_pi (guoqi_ms, liushui_id) WHERE shengyu > 0;
-- What counted for a task already: done again, it does not count again.
CREATE TABLE jifen_renwu_laiyuan (
    renwu_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    laiyuan TEXT NOT NULL,
    PRIMARY KEY (renwu_id, user_id, laiyuan)
) STRICT, WITHOUT ROWID;
