CREATE TABLE "code_gen_table" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "table_name" TEXT NOT NULL,
    "biao_mingcheng" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "mokuai" TEXT,
    "leiming" TEXT,
    "parent_menu_id" INTEGER,
    "muban" TEXT,
    "is_guize" INTEGER NOT NULL DEFAULT FALSE,
    "is_yemian" INTEGER NOT NULL DEFAULT FALSE,
    "columns" TEXT NOT NULL,
    "shengcheng_time" INTEGER,
    "beizhu" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE VIRTUAL TABLE "code_gen_table_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE UNIQUE INDEX "code_gen_table_table_name_key" ON "code_gen_table" ("table_name") WHERE is_del = FALSE;
CREATE INDEX "code_gen_table_parent_menu_id_id_ix" ON "code_gen_table" ("parent_menu_id", id) WHERE is_del = FALSE;
CREATE INDEX "code_gen_table_shengcheng_time_id_ix" ON "code_gen_table" ("shengcheng_time", id) WHERE is_del = FALSE;
CREATE INDEX "code_gen_table_create_time_id_ix" ON "code_gen_table" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('code_gen_table');
CREATE TABLE "code_tmpl" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "mingcheng" TEXT NOT NULL,
    "muban" TEXT NOT NULL,
    "wenjian_path" TEXT NOT NULL,
    "neirong" TEXT NOT NULL,
    "banben" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "beizhu" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE VIRTUAL TABLE "code_tmpl_gram" USING fts5(gram, content='', contentless_delete=1, detail=none);
CREATE INDEX "code_tmpl_muban_id_ix" ON "code_tmpl" ("muban", id) WHERE is_del = FALSE;
CREATE INDEX "code_tmpl_state_id_ix" ON "code_tmpl" ("state", id) WHERE is_del = FALSE;
CREATE INDEX "code_tmpl_create_time_id_ix" ON "code_tmpl" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('code_tmpl');
