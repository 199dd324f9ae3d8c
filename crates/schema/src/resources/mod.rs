//! Every resource of the product, one short file each.

#![allow(
    clippy::wildcard_imports,
    clippy::enum_glob_use,
    reason = "a definition is written in a small vocabulary of its own"
)]

mod app_config;
mod app_dict;
mod app_dict_data;
mod app_dingdan;
mod app_dingdan_qianyue;
mod app_dingdan_shoukuan;
mod app_dingdan_xingqing;
mod app_fankui;
mod app_gonggao;
mod app_hetong;
mod app_hetong_banben;
mod app_jifen;
mod app_jifen_renwu;
mod app_jifen_renwu_jilu;
mod app_jifen_shangpin;
mod app_jifen_shangpin_dingdan;
mod app_log;
mod app_lunbotu;
mod app_mingan_jilu;
mod app_project;
mod app_project_fenlei;
mod app_project_fenlei_pingbi;
mod app_qa;
mod app_qudao;
mod app_resource;
mod app_resource_copy1;
mod app_tongzhi;
mod app_user;
mod app_user_duanxin;
mod app_user_fufei;
mod app_user_genjin;
mod app_user_jibenxinxi;
mod app_user_renzheng;
mod app_user_shoukuan;
mod app_user_tongxunlu;
mod app_version;
mod code_gen_table;
mod code_tmpl;
mod code_tmpl_banben;
mod sys_log;
mod sys_menu;
mod sys_role;
mod sys_session;
mod sys_user;

pub use app_config::Config;
pub use app_dict::Dict;
pub use app_dict_data::DictData;
pub use app_dingdan::Dingdan;
pub use app_dingdan_qianyue::SignedValues;
pub use app_dingdan_shoukuan::PayeeCopy;
pub use app_dingdan_xingqing::Repayment;
pub use app_fankui::Feedback;
pub use app_gonggao::Gonggao;
pub use app_hetong::Contract;
pub use app_hetong_banben::ContractVersion;
pub use app_jifen::PointsEntry;
pub use app_jifen_renwu::PointsTask;
pub use app_jifen_renwu_jilu::TaskRecord;
pub use app_jifen_shangpin::Goods;
pub use app_jifen_shangpin_dingdan::GoodsOrder;
pub use app_log::OrderLog;
pub use app_lunbotu::Banner;
pub use app_mingan_jilu::Reveal;
pub use app_project::Project;
pub use app_project_fenlei::ProjectCategory;
pub use app_project_fenlei_pingbi::ProductBlock;
pub use app_qa::Question;
pub use app_qudao::Channel;
pub use app_resource::LibraryItem;
pub use app_resource_copy1::ImportedItem;
pub use app_tongzhi::Notice;
pub use app_user::Customer;
pub use app_user_duanxin::Sms;
pub use app_user_fufei::ServicePayment;
pub use app_user_genjin::FollowUp;
pub use app_user_jibenxinxi::BasicInfo;
pub use app_user_renzheng::RealName;
pub use app_user_shoukuan::Payee;
pub use app_user_tongxunlu::Contact;
pub use app_version::AppVersion;
pub use code_gen_table::GenTable;
pub use code_tmpl::GenTemplate;
pub use code_tmpl_banben::GenTemplateVersion;
pub use sys_log::Log;
pub use sys_menu::Menu;
pub use sys_role::Role;
pub use sys_session::Session;
pub use sys_user::User;

use crate::{Model, Record};

/// All of them, in menu order.
pub const ALL: &[fn() -> &'static Model] = &[
    User::model,
    Role::model,
    Menu::model,
    Log::model,
    Session::model,
    Dict::model,
    DictData::model,
    Config::model,
    Gonggao::model,
    Notice::model,
    Banner::model,
    Question::model,
    Feedback::model,
    AppVersion::model,
    LibraryItem::model,
    ImportedItem::model,
    Dingdan::model,
    PayeeCopy::model,
    SignedValues::model,
    Repayment::model,
    OrderLog::model,
    Customer::model,
    BasicInfo::model,
    Payee::model,
    RealName::model,
    Contact::model,
    Sms::model,
    FollowUp::model,
    ServicePayment::model,
    ProjectCategory::model,
    Project::model,
    ProductBlock::model,
    Channel::model,
    Contract::model,
    ContractVersion::model,
    PointsEntry::model,
    PointsTask::model,
    TaskRecord::model,
    Goods::model,
    GoodsOrder::model,
    Reveal::model,
    GenTable::model,
    GenTemplate::model,
    GenTemplateVersion::model,
];
