CREATE TABLE "app_tongzhi" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "biaoti" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "neirong" TEXT NOT NULL,
    "duixiang" TEXT NOT NULL,
    "user_id" INTEGER,
    "tongdao" TEXT NOT NULL,
    "dingdan_id" INTEGER,
    "is_yidu" INTEGER NOT NULL DEFAULT FALSE,
    "yidu_time" INTEGER,
    "fasong_time" INTEGER,
    "state" TEXT NOT NULL,
    "shibai_yuanyin" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE VIRTUAL TABLE "app_tongzhi_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE INDEX "app_tongzhi_type_id_ix" ON "app_tongzhi" ("type", id) WHERE is_del = FALSE;
CREATE INDEX "app_tongzhi_duixiang_id_ix" ON "app_tongzhi" ("duixiang", id) WHERE is_del = FALSE;
CREATE INDEX "app_tongzhi_user_id_id_ix" ON "app_tongzhi" ("user_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_tongzhi_tongdao_id_ix" ON "app_tongzhi" ("tongdao", id) WHERE is_del = FALSE;
CREATE INDEX "app_tongzhi_dingdan_id_id_ix" ON "app_tongzhi" ("dingdan_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_tongzhi_is_yidu_id_ix" ON "app_tongzhi" ("is_yidu", id) WHERE is_del = FALSE;
CREATE INDEX "app_tongzhi_fasong_time_id_ix" ON "app_tongzhi" ("fasong_time", id) WHERE is_del = FALSE;
CREATE INDEX "app_tongzhi_state_id_ix" ON "app_tongzhi" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_tongzhi_create_time_id_ix" ON "app_tongzhi" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_tongzhi');
ALTER TABLE "app_user" ADD COLUMN "zhenshixingming" BLOB;
ALTER TABLE "app_user" ADD COLUMN "zhenshixingming_idx" TEXT;
ALTER TABLE "app_user" ADD COLUMN "shiming_state" TEXT NOT NULL DEFAULT 'WEIRENZHENG';
ALTER TABLE "app_user" ADD COLUMN "jifen" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "app_user" ADD COLUMN "last_login_time" INTEGER;
ALTER TABLE "app_user" ADD COLUMN "xinyong_file" TEXT;
ALTER TABLE "app_user" ADD COLUMN "yongguophones" BLOB;
ALTER TABLE "app_user" ADD COLUMN "yongguophones_idx" TEXT;
CREATE INDEX "app_user_zhenshixingming_idx_id_ix" ON "app_user" ("zhenshixingming_idx", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_shiming_state_id_ix" ON "app_user" ("shiming_state", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_last_login_time_id_ix" ON "app_user" ("last_login_time", id) WHERE is_del = FALSE;
CREATE TABLE "app_user_jibenxinxi" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "user_id" INTEGER NOT NULL,
    "jiaoyu" TEXT,
    "hunyin" TEXT,
    "juzhudi" TEXT,
    "xiangxidizhi" BLOB,
    "xiangxidizhi_idx" TEXT,
    "weixinhao" BLOB,
    "weixinhao_idx" TEXT,
    "gongsimingcheng" TEXT,
    "yueshouru" TEXT,
    "lianxiren_xingming" BLOB,
    "lianxiren_xingming_idx" TEXT,
    "lianxiren_shouji" BLOB,
    "lianxiren_shouji_idx" TEXT,
    "lianxiren_shouji_tail" TEXT,
    "lianxiren_guanxi" TEXT,
    "shebao" TEXT,
    "shebao_jishu" INTEGER,
    "shebao_shijian" TEXT,
    "gongjijin" TEXT,
    "gongjijin_jishu" INTEGER,
    "gongjijin_shijian" TEXT,
    "fenqichanpin" TEXT,
    "zhimaxinyongfen" INTEGER,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE UNIQUE INDEX "app_user_jibenxinxi_user_id_key" ON "app_user_jibenxinxi" ("user_id") WHERE is_del = FALSE;
CREATE INDEX "app_user_jibenxinxi_user_id_id_ix" ON "app_user_jibenxinxi" ("user_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_jibenxinxi_jiaoyu_id_ix" ON "app_user_jibenxinxi" ("jiaoyu", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_jibenxinxi_hunyin_id_ix" ON "app_user_jibenxinxi" ("hunyin", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_jibenxinxi_yueshouru_id_ix" ON "app_user_jibenxinxi" ("yueshouru", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_jibenxinxi_lianxiren_shouji_tail_id_ix" ON "app_user_jibenxinxi" ("lianxiren_shouji_tail", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_jibenxinxi_zhimaxinyongfen_id_ix" ON "app_user_jibenxinxi" ("zhimaxinyongfen", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_jibenxinxi_create_time_id_ix" ON "app_user_jibenxinxi" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_user_jibenxinxi');
CREATE TABLE "app_user_renzheng" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "user_id" INTEGER NOT NULL,
    "zhenshixingming" BLOB NOT NULL,
    "zhenshixingming_idx" TEXT NOT NULL,
    "zhengjianhaoma" BLOB NOT NULL,
    "zhengjianhaoma_idx" TEXT NOT NULL,
    "sfz_zhengmian" TEXT NOT NULL,
    "sfz_fanmian" TEXT NOT NULL,
    "renlian" TEXT,
    "youxiaoqi" TEXT,
    "state" TEXT NOT NULL,
    "shenhe_yijian" TEXT,
    "renzheng_time" INTEGER,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE UNIQUE INDEX "app_user_renzheng_user_id_key" ON "app_user_renzheng" ("user_id") WHERE is_del = FALSE;
CREATE INDEX "app_user_renzheng_user_id_id_ix" ON "app_user_renzheng" ("user_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_renzheng_zhenshixingming_idx_id_ix" ON "app_user_renzheng" ("zhenshixingming_idx", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_renzheng_zhengjianhaoma_idx_id_ix" ON "app_user_renzheng" ("zhengjianhaoma_idx", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_renzheng_state_id_ix" ON "app_user_renzheng" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_renzheng_renzheng_time_id_ix" ON "app_user_renzheng" ("renzheng_time", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_renzheng_create_time_id_ix" ON "app_user_renzheng" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_user_renzheng');
CREATE TABLE "app_user_tongxunlu" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "user_id" INTEGER NOT NULL,
    "name" BLOB NOT NULL,
    "name_idx" TEXT NOT NULL,
    "phone" BLOB NOT NULL,
    "phone_idx" TEXT NOT NULL,
    "phone_tail" TEXT NOT NULL,
    "guishudi" TEXT,
    "is_jinji" INTEGER NOT NULL DEFAULT FALSE,
    "tongbu_time" INTEGER,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE INDEX "app_user_tongxunlu_user_id_id_ix" ON "app_user_tongxunlu" ("user_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_tongxunlu_phone_tail_id_ix" ON "app_user_tongxunlu" ("phone_tail", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_tongxunlu_is_jinji_id_ix" ON "app_user_tongxunlu" ("is_jinji", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_tongxunlu_create_time_id_ix" ON "app_user_tongxunlu" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_user_tongxunlu');
CREATE TABLE "app_user_duanxin" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "user_id" INTEGER NOT NULL,
    "fasongren" BLOB,
    "fasongren_idx" TEXT,
    "fasonghaoma" BLOB NOT NULL,
    "fasonghaoma_idx" TEXT NOT NULL,
    "fasonghaoma_tail" TEXT NOT NULL,
    "content" BLOB NOT NULL,
    "content_idx" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "send_date" INTEGER NOT NULL,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE INDEX "app_user_duanxin_user_id_id_ix" ON "app_user_duanxin" ("user_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_duanxin_fasonghaoma_tail_id_ix" ON "app_user_duanxin" ("fasonghaoma_tail", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_duanxin_type_id_ix" ON "app_user_duanxin" ("type", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_duanxin_send_date_id_ix" ON "app_user_duanxin" ("send_date", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_duanxin_create_time_id_ix" ON "app_user_duanxin" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_user_duanxin');
CREATE TABLE "app_user_genjin" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "user_id" INTEGER NOT NULL,
    "fangshi" TEXT NOT NULL,
    "jieguo" TEXT NOT NULL,
    "neirong" TEXT NOT NULL,
    "xiacitime" INTEGER,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE INDEX "app_user_genjin_user_id_id_ix" ON "app_user_genjin" ("user_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_genjin_fangshi_id_ix" ON "app_user_genjin" ("fangshi", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_genjin_jieguo_id_ix" ON "app_user_genjin" ("jieguo", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_genjin_xiacitime_id_ix" ON "app_user_genjin" ("xiacitime", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_genjin_create_time_id_ix" ON "app_user_genjin" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_user_genjin');
CREATE TABLE "app_user_fufei" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "user_id" INTEGER NOT NULL,
    "xiangmu" TEXT NOT NULL,
    "jine" INTEGER NOT NULL,
    "zhifufangshi" TEXT,
    "shijian" INTEGER NOT NULL,
    "beizhu" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE INDEX "app_user_fufei_user_id_id_ix" ON "app_user_fufei" ("user_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_fufei_jine_id_ix" ON "app_user_fufei" ("jine", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_fufei_zhifufangshi_id_ix" ON "app_user_fufei" ("zhifufangshi", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_fufei_shijian_id_ix" ON "app_user_fufei" ("shijian", id) WHERE is_del = FALSE;
CREATE INDEX "app_user_fufei_create_time_id_ix" ON "app_user_fufei" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_user_fufei');
-- Principal that a customer has not paid back: the balance of 贷款本金 over the journal lines of
-- their orders, kept by the transactions that post them.
CREATE TABLE kept_benjin (user_id INTEGER NOT NULL PRIMARY KEY, benjin INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO kept_benjin SELECT o.user_id, sum(CASE WHEN f.fangxiang = 'JIE' THEN f.jine ELSE -f.jine END) FROM app_zijin_fenlu f JOIN app_dingdan o ON o.id = f.dingdan_id WHERE f.kemu = 'DAIKUANBENJIN' GROUP BY o.user_id;
CREATE TRIGGER app_zijin_fenlu_benjin AFTER INSERT ON app_zijin_fenlu WHEN NEW.kemu = 'DAIKUANBENJIN' BEGIN
    INSERT INTO kept_benjin
    SELECT o.user_id, CASE WHEN NEW.fangxiang = 'JIE' THEN NEW.jine ELSE -NEW.jine END FROM app_dingdan o WHERE o.id = NEW.dingdan_id
    ON CONFLICT (user_id) DO UPDATE SET benjin = benjin + excluded.benjin;
END;
-- Which lines of the operation log are about a customer; the log itself is what is sealed.
CREATE TABLE customer_deed (user_id INTEGER NOT NULL, log_id INTEGER NOT NULL, PRIMARY KEY (user_id, log_id)) STRICT, WITHOUT ROWID;
