//! The tables of the running database, read from its own catalogue.

mod place;

use place::on_both;
use store::{Dialect, migrate, tables};

#[test]
fn a_table_is_told_with_its_columns_and_indexes() {
    on_both(|place| {
        let db = place.open();
        db.write_now(|tx| {
            tx.batch(
                "CREATE TABLE app_ceshi (id BIGINT PRIMARY KEY, biaoti VARCHAR(50) NOT NULL, ma TEXT, jine BIGINT);
                 CREATE UNIQUE INDEX app_ceshi_ma ON app_ceshi (ma);
                 CREATE INDEX app_ceshi_jine ON app_ceshi (jine, id);",
            )
        })
        .unwrap();
        let found = db.read_now(|conn| tables::find(conn, "app_ceshi")).unwrap();
        let found = found.unwrap();
        let told: Vec<_> = found
            .columns
            .iter()
            .map(|c| (c.name.as_str(), c.is_required, c.is_indexed, c.is_unique))
            .collect();
        let id_by_index = db.dialect() == Dialect::Postgres;
        assert_eq!(
            told,
            [
                (
                    "id",
                    true,
                    id_by_index || told[0].2,
                    id_by_index || told[0].3
                ),
                ("biaoti", true, false, false),
                ("ma", false, true, true),
                ("jine", false, true, false),
            ]
        );
        assert!(found.columns[1].kind.contains("(50)"));
        assert!(!found.has_grams);
        for name in [
            "x' OR '1'='1",
            "app_ceshi; DROP TABLE app_ceshi",
            "",
            "sqlite_master",
        ] {
            let none = db.read_now(move |conn| tables::find(conn, name)).unwrap();
            assert_eq!(none, None, "{name}");
        }
    });
}

#[test]
fn comments_and_grams_are_told() {
    on_both(|place| {
        let db = place.open();
        migrate::migrate(&db).unwrap();
        let found = db
            .read_now(|conn| tables::find(conn, "app_gonggao"))
            .unwrap();
        let found = found.unwrap();
        assert!(found.has_grams);
        assert!(found.columns.iter().all(|column| column.name != "gram"));
        let all = db.read_now(tables::all).unwrap();
        assert!(all.iter().all(|table| !table.name.contains("_gram")));
        if db.dialect() == Dialect::Postgres {
            db.write_now(|tx| tx.batch("COMMENT ON COLUMN app_gonggao.biaoti IS '标题'"))
                .unwrap();
            let found = db
                .read_now(|conn| tables::find(conn, "app_gonggao"))
                .unwrap();
            let column = found.unwrap().columns.swap_remove(1);
            assert_eq!(
                (column.name.as_str(), column.comment.as_str()),
                ("biaoti", "标题")
            );
        }
    });
}
