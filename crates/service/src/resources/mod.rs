//! The rules of each resource that has some, one file each, and every resource with its rules.

mod app_config;
mod app_dict;
mod app_dict_data;
mod app_dingdan;
pub(crate) mod app_dingdan_xingqing;
mod app_fankui;
mod app_gonggao;
mod app_hetong;
mod app_jifen_renwu;
mod app_jifen_renwu_jilu;
mod app_jifen_shangpin;
mod app_jifen_shangpin_dingdan;
mod app_lunbotu;
mod app_project;
mod app_project_fenlei;
mod app_project_fenlei_pingbi;
mod app_qudao;
mod app_resource;
mod app_resource_copy1;
mod app_tongzhi;
mod app_user;
mod app_user_duanxin;
mod app_user_fufei;
mod app_user_genjin;
pub(crate) mod app_user_gone;
mod app_user_jibenxinxi;
mod app_user_renzheng;
mod app_user_shoukuan;
mod app_user_tongxunlu;
mod app_version;
mod code_gen_table;
mod code_tmpl;
mod shown_period;
mod sys_log;
mod sys_menu;
mod sys_role;
mod sys_session;
mod sys_user;

use std::sync::LazyLock;

use schema::{
    Model, Table,
    resources::{
        AppVersion, Banner, BasicInfo, Channel, Config, Contact, Contract, Customer, Dict,
        DictData, Dingdan, Feedback, FollowUp, GenTable, GenTemplate, Gonggao, Goods, GoodsOrder,
        ImportedItem, LibraryItem, Log, Menu, Notice, Payee, PointsEntry, PointsTask, ProductBlock,
        Project, ProjectCategory, RealName, Repayment, Role, ServicePayment, Session, Sms,
        TaskRecord, User,
    },
};

use crate::{
    points,
    rules::{Resource, Rules},
};

/// A resource without a line has the pattern alone.
const RULES: &[(&Table, &Rules)] = &[
    (&User::TABLE, &sys_user::RULES),
    (&Role::TABLE, &sys_role::RULES),
    (&Menu::TABLE, &sys_menu::RULES),
    (&Log::TABLE, &sys_log::RULES),
    (&Session::TABLE, &sys_session::RULES),
    (&Dict::TABLE, &app_dict::RULES),
    (&DictData::TABLE, &app_dict_data::RULES),
    (&Config::TABLE, &app_config::RULES),
    (&Gonggao::TABLE, &app_gonggao::RULES),
    (&Banner::TABLE, &app_lunbotu::RULES),
    (&Feedback::TABLE, &app_fankui::RULES),
    (&AppVersion::TABLE, &app_version::RULES),
    (&LibraryItem::TABLE, &app_resource::RULES),
    (&ImportedItem::TABLE, &app_resource_copy1::RULES),
    (&Dingdan::TABLE, &app_dingdan::RULES),
    (&Repayment::TABLE, &app_dingdan_xingqing::RULES),
    (&Customer::TABLE, &app_user::RULES),
    (&BasicInfo::TABLE, &app_user_jibenxinxi::RULES),
    (&Payee::TABLE, &app_user_shoukuan::RULES),
    (&RealName::TABLE, &app_user_renzheng::RULES),
    (&Contact::TABLE, &app_user_tongxunlu::RULES),
    (&Sms::TABLE, &app_user_duanxin::RULES),
    (&FollowUp::TABLE, &app_user_genjin::RULES),
    (&ServicePayment::TABLE, &app_user_fufei::RULES),
    (&Notice::TABLE, &app_tongzhi::RULES),
    (&PointsEntry::TABLE, &points::RULES),
    (&PointsTask::TABLE, &app_jifen_renwu::RULES),
    (&TaskRecord::TABLE, &app_jifen_renwu_jilu::RULES),
    (&Goods::TABLE, &app_jifen_shangpin::RULES),
    (&GoodsOrder::TABLE, &app_jifen_shangpin_dingdan::RULES),
    (&ProjectCategory::TABLE, &app_project_fenlei::RULES),
    (&Project::TABLE, &app_project::RULES),
    (&Channel::TABLE, &app_qudao::RULES),
    (&Contract::TABLE, &app_hetong::RULES),
    (&ProductBlock::TABLE, &app_project_fenlei_pingbi::RULES),
    (&GenTable::TABLE, &code_gen_table::RULES),
    (&GenTemplate::TABLE, &code_tmpl::RULES),
];

/// Every resource with its rules, in menu order.
pub fn all() -> &'static [Resource] {
    static ALL: LazyLock<Vec<Resource>> =
        LazyLock::new(|| schema::models().iter().copied().map(with_rules).collect());
    &ALL
}

/// A resource with its rules.
pub fn with_rules(model: &'static Model) -> Resource {
    let path = model.table.path;
    let listed = RULES.iter().find(|(table, _)| table.path == path);
    Resource {
        model,
        rules: listed.map_or(&Rules::NONE, |(_, rules)| rules),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_derived_has_a_rule_that_derives_it() {
        for of in all() {
            let needs = of.fields.iter().any(|field| field.column.derived);
            assert_eq!(of.rules.derive.is_some(), needs, "{}", of.table.path);
        }
    }

    #[test]
    fn no_two_columns_of_a_sheet_have_one_heading() {
        for of in all() {
            let exported = of.fields.iter().filter(|field| (of.rules.exported)(field));
            let mut headings: Vec<&str> = exported.map(|field| field.column.label).collect();
            headings.sort_unstable();
            let count = headings.len();
            headings.dedup();
            assert_eq!(headings.len(), count, "{} {headings:?}", of.table.path);
        }
    }

    #[test]
    fn rules_are_those_of_a_resource_and_listed_once() {
        let mut paths: Vec<&str> = RULES.iter().map(|(table, _)| table.path).collect();
        assert!(paths.iter().all(|path| schema::model(path).is_some()));
        let count = paths.len();
        paths.sort_unstable();
        paths.dedup();
        assert_eq!(paths.len(), count);
    }
}
