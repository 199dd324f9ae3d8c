CREATE TABLE "app_lunbotu" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "biaoti" TEXT NOT NULL,
    "tupian" TEXT NOT NULL,
    "weizhi" TEXT NOT NULL,
    "tiaozhuan_type" TEXT NOT NULL,
    "tiaozhuan_url" TEXT,
    "kaishi_time" INTEGER,
    "jieshu_time" INTEGER,
    "dianjiliang" INTEGER NOT NULL,
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
CREATE VIRTUAL TABLE "app_lunbotu_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE INDEX "app_lunbotu_weizhi_id_ix" ON "app_lunbotu" ("weizhi", id) WHERE is_del = FALSE;
CREATE INDEX "app_lunbotu_tiaozhuan_type_id_ix" ON "app_lunbotu" ("tiaozhuan_type", id) WHERE is_del = FALSE;
CREATE INDEX "app_lunbotu_paixu_id_ix" ON "app_lunbotu" ("paixu", id DESC) WHERE is_del = FALSE;
CREATE INDEX "app_lunbotu_state_id_ix" ON "app_lunbotu" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_lunbotu_create_time_id_ix" ON "app_lunbotu" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_lunbotu');
CREATE TABLE "app_qa" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "fenlei" TEXT NOT NULL,
    "wenti" TEXT NOT NULL,
    "daan" TEXT NOT NULL,
    "is_remen" INTEGER NOT NULL DEFAULT FALSE,
    "liulanliang" INTEGER NOT NULL,
    "paixu" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE VIRTUAL TABLE "app_qa_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE INDEX "app_qa_fenlei_id_ix" ON "app_qa" ("fenlei", id) WHERE is_del = FALSE;
CREATE INDEX "app_qa_paixu_id_ix" ON "app_qa" ("paixu", id DESC) WHERE is_del = FALSE;
CREATE INDEX "app_qa_state_id_ix" ON "app_qa" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_qa_create_time_id_ix" ON "app_qa" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_qa');
