//! HTTP tests, one module per path, mirroring the URL tree. Each test runs on both databases.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test whose call fails must fail loudly"
)]

mod app_config;
mod app_dict;
mod app_dict_gone;
mod app_dingdan;
mod app_dingdan_basis;
mod app_dingdan_bounds;
mod app_dingdan_daozhang;
mod app_dingdan_liushui;
mod app_dingdan_owed;
mod app_dingdan_payee;
mod app_dingdan_reach;
mod app_dingdan_rules;
mod app_dingdan_twice;
mod app_dingdan_vectors;
mod app_fankui;
mod app_file;
mod app_file_limits;
mod app_file_rows;
mod app_gonggao;
mod app_gonggao_list;
mod app_hetong;
mod app_hetong_kept;
mod app_jifen;
mod app_jifen_lives;
mod app_jifen_renwu;
mod app_jifen_shangpin;
mod app_lunbotu;
mod app_mingan;
mod app_mingan_sousuo;
mod app_mingan_tupian;
mod app_page_home;
mod app_page_xiaoxi;
mod app_page_yanshi;
mod app_pingbi;
mod app_project;
mod app_qa;
mod app_qudao;
mod app_resource;
mod app_tongzhi;
mod app_user;
mod app_user_checks;
mod app_user_contacts;
mod app_user_dialog;
mod app_user_gone;
mod app_user_renzheng;
mod app_user_whose;
mod app_version;
mod app_zijin_liushui;
mod code_gen;
mod envelope;
mod filters;
mod home_sums;
mod kept_counts;
mod kept_days;
mod object_matrix;
mod reorder;
mod section_seven;
mod sheet_again;
mod sheet_check;
mod sheet_export;
mod sheet_failed;
mod sheet_import;
mod sheet_turns;
mod spreadsheet;
mod support;
mod sys_log;
mod sys_log_grants;
mod sys_log_types;
mod sys_login;
mod sys_login_case;
mod sys_login_known;
mod sys_login_limits;
mod sys_menu;
mod sys_menu_rules;
mod sys_role;
mod sys_screen;
mod sys_session;
mod sys_user;
mod sys_user_rank;
mod sys_user_self;
mod two_edits;
