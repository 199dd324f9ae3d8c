CREATE INDEX "app_dingdan_project_id_state_jiekuan_jine_id_ix" ON "app_dingdan" ("project_id", "state", "jiekuan_jine", id) WHERE is_del = FALSE;
CREATE INDEX "app_dingdan_project_id_state_shengyu_benjin_id_ix" ON "app_dingdan" ("project_id", "state", "shengyu_benjin", id) WHERE is_del = FALSE;
