ALTER TABLE "app_dingdan" ADD COLUMN "hetong_banben" TEXT;
ALTER TABLE "app_project" ADD COLUMN "hetong_ids" TEXT NOT NULL DEFAULT '[]';
CREATE TABLE "app_hetong" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "mingcheng" TEXT NOT NULL,
    "bianma" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "banben" INTEGER NOT NULL,
    "project_ids" TEXT NOT NULL,
    "neirong" TEXT NOT NULL,
    "bianliang" TEXT NOT NULL,
    "wenjian_url" TEXT,
    "is_qianzhang" INTEGER NOT NULL DEFAULT FALSE,
    "shengxiao_time" INTEGER,
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
CREATE VIRTUAL TABLE "app_hetong_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE UNIQUE INDEX "app_hetong_bianma_key" ON "app_hetong" ("bianma") WHERE is_del = FALSE;
CREATE INDEX "app_hetong_bianma_id_ix" ON "app_hetong" ("bianma", id) WHERE is_del = FALSE;
CREATE INDEX "app_hetong_type_id_ix" ON "app_hetong" ("type", id) WHERE is_del = FALSE;
CREATE INDEX "app_hetong_state_id_ix" ON "app_hetong" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "app_hetong_fabu_time_id_ix" ON "app_hetong" ("fabu_time", id) WHERE is_del = FALSE;
CREATE INDEX "app_hetong_create_time_id_ix" ON "app_hetong" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('app_hetong');
CREATE TABLE "app_hetong_banben" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "hetong_id" INTEGER,
    "banben" INTEGER,
    "mingcheng" TEXT,
    "type" TEXT,
    "neirong" TEXT,
    "wenjian_url" TEXT,
    "is_qianzhang" INTEGER NOT NULL DEFAULT FALSE,
    "fabu_time" INTEGER,
    "shengxiao_time" INTEGER,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER
) STRICT;
CREATE UNIQUE INDEX "app_hetong_banben_hetong_id_banben_key" ON "app_hetong_banben" ("hetong_id", "banben");
CREATE INDEX "app_hetong_banben_hetong_id_id_ix" ON "app_hetong_banben" ("hetong_id", id);
CREATE INDEX "app_hetong_banben_create_time_id_ix" ON "app_hetong_banben" ("create_time", id);
CREATE TRIGGER "app_hetong_banben_no_update" BEFORE UPDATE ON "app_hetong_banben" BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER "app_hetong_banben_no_delete" BEFORE DELETE ON "app_hetong_banben" BEGIN SELECT RAISE(ABORT, 'append only'); END;
INSERT INTO table_version (name) VALUES ('app_hetong_banben');
