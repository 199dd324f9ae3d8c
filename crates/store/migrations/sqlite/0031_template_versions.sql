CREATE TABLE "code_tmpl_banben" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    "tmpl_id" INTEGER,
    "banben" INTEGER,
    "wenjian_path" TEXT,
    "neirong" TEXT,
    "xiugai_time" INTEGER,
    "xiugai_ren" TEXT,
    "create_time" INTEGER NOT NULL,
    "create_by" INTEGER,
    "update_time" INTEGER,
    "update_by" INTEGER,
    "banben_suo" INTEGER,
    "is_del" INTEGER NOT NULL DEFAULT FALSE
) STRICT;
CREATE UNIQUE INDEX "code_tmpl_banben_tmpl_id_banben_key" ON "code_tmpl_banben" ("tmpl_id", "banben") WHERE is_del = FALSE;
CREATE INDEX "code_tmpl_banben_tmpl_id_id_ix" ON "code_tmpl_banben" ("tmpl_id", id) WHERE is_del = FALSE;
CREATE INDEX "code_tmpl_banben_create_time_id_ix" ON "code_tmpl_banben" ("create_time", id) WHERE is_del = FALSE;
INSERT INTO table_version (name) VALUES ('code_tmpl_banben');
