ALTER TABLE "app_dingdan" ADD COLUMN "shoukuan_fuben_id" INTEGER;
CREATE TABLE "app_dingdan_shoukuan" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "dingdan_id" INTEGER,
    "xuhao" INTEGER,
    "user_shoukuan_id" INTEGER,
    "type" TEXT,
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
    "neirong_mac" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE UNIQUE INDEX "app_dingdan_shoukuan_dingdan_id_xuhao_key" ON "app_dingdan_shoukuan" ("dingdan_id", "xuhao") WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_shoukuan_dingdan_id_id_ix" ON "app_dingdan_shoukuan" ("dingdan_id", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_shoukuan_yhk_yuliushouji_tail_id_ix" ON "app_dingdan_shoukuan" ("yhk_yuliushouji_tail", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_shoukuan_shoukuanzhanghao_tail_id_ix" ON "app_dingdan_shoukuan" ("shoukuanzhanghao_tail", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_shoukuan_create_time_id_ix" ON "app_dingdan_shoukuan" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_dingdan_shoukuan');
