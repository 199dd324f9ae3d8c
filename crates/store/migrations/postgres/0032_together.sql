CREATE INDEX "app_dingdan_project_id_state_jiekuan_jine_id_ix" ON "app_dingdan" ("project_id" NULLS FIRST, "state" NULLS FIRST, "jiekuan_jine" NULLS FIRST, id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_project_id_state_shengyu_benjin_id_ix" ON "app_dingdan" ("project_id" NULLS FIRST, "state" NULLS FIRST, "shengyu_benjin" NULLS FIRST, id) WHERE is_del = FALSE;
