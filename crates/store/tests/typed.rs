//! Rows as structs: what is written comes back typed, on both databases.

mod place;

use place::on_both;
use schema::{
    Date, Secret, Timestamp,
    resources::{Customer, Dingdan, Gonggao, Payee, Project},
};
use store::{
    Condition, List, Reach, RowError, migrate,
    rows::{self, Author, Changes},
};

const NOW: Timestamp = Timestamp(1_772_326_800_000);

fn customer() -> Changes<Customer> {
    Changes::new()
        .set(Customer::user_no, "K1")
        .set(Customer::nick_name, "张三")
        .set(Customer::phone, Secret::New("13800138000".to_owned()))
        .set(Customer::is_suoding, true)
        .set(Customer::state, "QIYONG")
}

#[test]
fn what_is_written_comes_back_as_a_struct() {
    on_both(|place| {
        let db = place.open();
        migrate::migrate(&db).unwrap();
        db.write_now(|tx| {
            let everything = Reach::everything();
            let by = Author {
                reach: &everything,
                now: NOW,
                real_ms: 0,
            };
            let id = customer().insert(tx, &by)?;
            let row: Customer = rows::get(tx, id, &everything)?;
            assert_eq!((row.id, row.nick_name.as_str()), (id, "张三"));
            assert_eq!((row.phone, row.is_suoding), (Secret::Kept, true));
            assert_eq!((row.qudao_id, row.mendian), (None, None));

            let update = Changes::<Customer>::new().set(Customer::mendian, "A".to_owned());
            let update = update.set(Customer::phone, Secret::Kept);
            assert_eq!(update.update(tx, id, &by)?, 1);
            let row: Customer = rows::lock(tx, id, &everything)?;
            assert_eq!(row.mendian.as_deref(), Some("A"));
            let clear = rows::reveal(
                tx,
                <Customer as schema::Record>::model(),
                Customer::phone.field(),
                id,
                &everything,
            )?;
            assert_eq!(clear.as_deref(), Some("13800138000"));

            let stranger = Reach {
                user_id: 999,
                all: false,
                stores: Vec::new(),
            };
            let unseen = rows::get::<Customer>(tx, id, &stranger);
            assert!(matches!(unseen, Err(RowError::NotFound)));
            Ok::<_, RowError>(())
        })
        .unwrap();
    });
}

#[test]
fn every_kind_of_column_is_read_as_its_type() {
    on_both(|place| {
        let db = place.open();
        migrate::migrate(&db).unwrap();
        db.write_now(|tx| {
            let everything = Reach::everything();
            let by = Author {
                reach: &everything,
                now: NOW,
                real_ms: 0,
            };
            let id = Changes::<Gonggao>::new()
                .set(Gonggao::biaoti, "标题")
                .set(Gonggao::r#type, "TONGZHI")
                .set(Gonggao::neirong, "<p>文</p>")
                .set(Gonggao::is_zhiding, false)
                .set(Gonggao::is_tanchuang, true)
                .set(Gonggao::kaishi_time, NOW)
                .set(Gonggao::liulanliang, 7)
                .set(Gonggao::paixu, 1)
                .set(Gonggao::state, "CAOGAO")
                .insert(tx, &by)?;
            let row: Gonggao = rows::get(tx, id, &everything)?;
            assert_eq!(row.kaishi_time, Some(NOW));
            assert_eq!((row.jieshu_time, row.is_tanchuang), (None, true));
            Ok::<_, RowError>(())
        })
        .unwrap();
    });
}

/// The type of a key is the type of its field.
#[test]
fn a_key_has_the_type_of_its_column() {
    let changes = Changes::<Dingdan>::new()
        .set(Dingdan::yinghuan_ri, Date::constant(2026, 3, 1))
        .set(Dingdan::user_id, 1);
    assert_eq!(changes.into_list().len(), 2);
    let changes = Changes::<Project>::new().set(Project::qudao_ids, vec![3, 4]);
    assert_eq!(changes.into_list()[0].1, "[3,4]".into());
    let kept = Changes::<Payee>::new().set(Payee::zhanghao, Secret::Kept);
    assert!(kept.into_list().is_empty());
}

#[test]
fn a_list_comes_back_as_structs_and_as_the_wire_shows_it() {
    on_both(|place| {
        let db = place.open();
        migrate::migrate(&db).unwrap();
        db.write_now(|tx| {
            let everything = Reach::everything();
            let by = Author {
                reach: &everything,
                now: NOW,
                real_ms: 0,
            };
            let first = customer().insert(tx, &by)?;
            let second = customer()
                .set(Customer::user_no, "K2")
                .set(Customer::phone, Secret::New("13800138001".to_owned()))
                .set(Customer::is_suoding, false)
                .insert(tx, &by)?;
            let asked = |conditions| List {
                conditions,
                limit: 10,
                ..List::default()
            };
            let all: Vec<Customer> = rows::list(tx, &asked(Vec::new()), &everything)?;
            let ids: Vec<i64> = all.iter().map(|row| row.id).collect();
            assert_eq!(ids, [second, first]);
            let locked = asked(vec![Condition::equal(Customer::is_suoding, true)]);
            let locked = rows::list_shown::<Customer>(tx, &locked, &everything, 0)?;
            let [(row, shown)] = locked.as_slice() else {
                panic!("{} rows", locked.len());
            };
            assert_eq!((row.id, row.user_no.as_str()), (first, "K1"));
            assert_eq!(shown["id"], first);
            assert_eq!(shown["phone"], "138****8000");
            assert_eq!(shown["dingdanCount"], 0);

            let clear = rows::clear(tx, Customer::phone, second, &everything)?;
            assert_eq!(clear.as_deref(), Some("13800138001"));
            assert_eq!(rows::version::<Customer>(tx, second, &everything)?, 0);
            Ok::<_, RowError>(())
        })
        .unwrap();
    });
}

#[test]
fn a_date_is_compared_as_it_is_stored() {
    let day = Date::constant(2026, 3, 1);
    let before = Condition::before(Dingdan::yuqi_ri, day);
    assert!(
        matches!(&before, Condition::Before(field, value)
            if field.column.name == "yuqi_ri" && *value == "2026-03-01".into()),
        "{before:?}"
    );
}

#[test]
fn later_changes_stand_in_place_of_earlier_ones() {
    let first = Changes::<Dingdan>::new()
        .set(Dingdan::user_id, 1)
        .set(Dingdan::shenheren_id, 7);
    let both = first.and(Changes::new().set(Dingdan::shenheren_id, None::<i64>));
    assert_eq!(both.given(Dingdan::user_id), Some(1));
    assert_eq!(both.given(Dingdan::shenheren_id), Some(None));
    assert_eq!(both.given(Dingdan::fangkuanren_id), None);
    let names: Vec<&str> = both.columns().map(|(name, _)| name).collect();
    assert_eq!(names, ["user_id", "shenheren_id"]);
}
