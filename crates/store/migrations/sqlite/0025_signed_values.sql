CREATE TABLE "app_dingdan_qianyue" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "dingdan_id" INTEGER,
    "shijian_id" INTEGER,
    "xingming" BLOB,
    "xingming_idx" TEXT,
    "zhengjianhaoma" BLOB,
    "zhengjianhaoma_idx" TEXT,
    "phone" BLOB,
    "phone_idx" TEXT,
    "phone_tail" TEXT,
    "neirong" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE UNIQUE INDEX "app_dingdan_qianyue_dingdan_id_shijian_id_key" ON "app_dingdan_qianyue" ("dingdan_id", "shijian_id") WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_qianyue_dingdan_id_id_ix" ON "app_dingdan_qianyue" ("dingdan_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_qianyue_phone_tail_id_ix" ON "app_dingdan_qianyue" ("phone_tail", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_qianyue_create_time_id_ix" ON "app_dingdan_qianyue" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_dingdan_qianyue');
