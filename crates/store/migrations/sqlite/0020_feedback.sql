ALTER TABLE "app_tongzhi" ADD COLUMN "qudao_id" INTEGER;
CREATE INDEX "app_tongzhi_qudao_id_id_ix" ON "app_tongzhi" ("qudao_id", id) WHERE is_del = FALSE;
CREATE TABLE "app_fankui" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "user_id" INTEGER,
    "type" TEXT,
    "neirong" TEXT,
    "tupian" TEXT,
    "lianxifangshi" BLOB,
    "lianxifangshi_idx" TEXT,
    "banben" TEXT,
    "shebei" TEXT,
    "state" TEXT NOT NULL,
    "huifu" TEXT,
    "chuliren_id" INTEGER,
    "chuli_time" INTEGER,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE VIRTUAL TABLE "app_fankui_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE INDEX "app_fankui_user_id_id_ix" ON "app_fankui" ("user_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_fankui_type_id_ix" ON "app_fankui" ("type", id) WHERE is_del = FALSE;
CREATE INDEX "app_fankui_state_id_ix" ON "app_fankui" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_fankui_chuliren_id_id_ix" ON "app_fankui" ("chuliren_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_fankui_chuli_time_id_ix" ON "app_fankui" ("chuli_time", id) WHERE is_del = FALSE;
CREATE INDEX "app_fankui_create_time_id_ix" ON "app_fankui" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_fankui');
CREATE TABLE "app_version" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "pingtai" TEXT NOT NULL,
    "banbenhao" TEXT NOT NULL,
    "banben_code" INTEGER NOT NULL,
    "gengxin_type" TEXT NOT NULL,
    "anzhuangbao" TEXT,
    "xiazai_url" TEXT,
    "wgt_url" TEXT,
    "daxiao" INTEGER,
    "md5" TEXT,
    "gengxin_neirong" TEXT NOT NULL,
    "huidu" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "fabu_time" INTEGER,
    "beizhu" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE VIRTUAL TABLE "app_version_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE UNIQUE INDEX "app_version_pingtai_banben_code_key" ON "app_version" ("pingtai", "banben_code") WHERE is_del = FALSE;
CREATE INDEX "app_version_pingtai_id_ix" ON "app_version" ("pingtai", id) WHERE is_del = FALSE;
CREATE INDEX "app_version_banben_code_id_ix" ON "app_version" ("banben_code", id) WHERE is_del = FALSE;
CREATE INDEX "app_version_gengxin_type_id_ix" ON "app_version" ("gengxin_type", id) WHERE is_del = FALSE;
CREATE INDEX "app_version_state_id_ix" ON "app_version" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_version_fabu_time_id_ix" ON "app_version" ("fabu_time", id) WHERE is_del = FALSE;
CREATE INDEX "app_version_create_time_id_ix" ON "app_version" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_version');
CREATE TABLE "app_resource" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "mingcheng" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "fenzu" TEXT,
    "url" TEXT NOT NULL,
    "houzhui" TEXT,
    "daxiao" INTEGER,
    "biaoqian" TEXT NOT NULL,
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
CREATE VIRTUAL TABLE "app_resource_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE INDEX "app_resource_type_id_ix" ON "app_resource" ("type", id) WHERE is_del = FALSE;
CREATE INDEX "app_resource_fenzu_id_ix" ON "app_resource" ("fenzu", id) WHERE is_del = FALSE;
CREATE INDEX "app_resource_daxiao_id_ix" ON "app_resource" ("daxiao", id) WHERE is_del = FALSE;
CREATE INDEX "app_resource_paixu_id_ix" ON "app_resource" ("paixu", id DESC) WHERE is_del = FALSE;
CREATE INDEX "app_resource_state_id_ix" ON "app_resource" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_resource_create_time_id_ix" ON "app_resource" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_resource');
-- What people compare a downloaded package by.
ALTER TABLE file ADD COLUMN md5 TEXT;
CREATE TABLE "app_resource_copy1" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "mingcheng" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "fenzu" TEXT,
    "url" TEXT NOT NULL,
    "houzhui" TEXT,
    "daxiao" INTEGER,
    "biaoqian" TEXT NOT NULL,
    "daoru_pici" TEXT,
    "hanghao" INTEGER,
    "daoru_state" TEXT,
    "shibai_yuanyin" TEXT,
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
CREATE VIRTUAL TABLE "app_resource_copy1_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE INDEX "app_resource_copy1_type_id_ix" ON "app_resource_copy1" ("type", id) WHERE is_del = FALSE;
CREATE INDEX "app_resource_copy1_fenzu_id_ix" ON "app_resource_copy1" ("fenzu", id) WHERE is_del = FALSE;
CREATE INDEX "app_resource_copy1_daoru_pici_id_ix" ON "app_resource_copy1" ("daoru_pici", id) WHERE is_del = FALSE;
CREATE INDEX "app_resource_copy1_daoru_state_id_ix" ON "app_resource_copy1" ("daoru_state", id) WHERE is_del = FALSE;
CREATE INDEX "app_resource_copy1_paixu_id_ix" ON "app_resource_copy1" ("paixu", id DESC) WHERE is_del = FALSE;
CREATE INDEX "app_resource_copy1_state_id_ix" ON "app_resource_copy1" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_resource_copy1_create_time_id_ix" ON "app_resource_copy1" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_resource_copy1');
