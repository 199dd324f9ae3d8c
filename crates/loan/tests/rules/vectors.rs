//! Schedules, due dates, overdue fees and annual rates from other sources,
//! reproduced to the fen. tests/data/vectors.json names each source.

use jiff::civil::{Date, date};
use loan::{
    Fen, Instalment, Loan, OverdueBase, OverdueTerms, Period, PeriodUnit, PeriodsPerYear, Ppm,
    RepaymentMode, Terms, annual_rate,
};
use serde_json::Value;

fn vectors(kind: &str) -> Vec<Value> {
    let file: Value = serde_json::from_str(include_str!("data/vectors.json")).unwrap();
    let list = file[kind].as_array().unwrap().clone();
    assert!(!list.is_empty(), "no vectors of kind {kind}");
    list
}

fn int(value: &Value) -> i64 {
    value
        .as_i64()
        .unwrap_or_else(|| panic!("not a number: {value}"))
}

fn small(value: &Value) -> u16 {
    u16::try_from(int(value)).unwrap()
}

fn day(value: &Value) -> Date {
    value.as_str().unwrap().parse().unwrap()
}

fn fens(value: &Value) -> Vec<Fen> {
    let list = value.as_array().unwrap();
    list.iter().map(|amount| Fen::new(int(amount))).collect()
}

#[test]
fn schedules() {
    for vector in vectors("schedules") {
        let id = &vector["id"];
        let request = &vector["request"];
        let period = Period {
            unit: PeriodUnit::from_code(request["zhouqiDanwei"].as_str().unwrap()).unwrap(),
            length: small(&request["zhouqiChangdu"]),
        };
        let mode = RepaymentMode::from_code(request["huankuanMoshi"].as_str().unwrap()).unwrap();
        let rate = Ppm::new(int(&request["nianlilv"])).unwrap();
        let mut terms = Terms::plain(mode, period, rate);
        terms.day_count = small(&request["jixiTianshu"]).try_into().unwrap();
        let principal = Fen::new(int(&request["jiekuanJine"]));
        let loan = Loan::new(&terms, principal, small(&request["qishu"])).unwrap();
        let start = request.get("fangkuanRiqi").map_or(date(2025, 1, 15), day);
        let plan = loan.plan(start).unwrap();

        let rows = vector["expect"]["rows"].as_array().unwrap();
        if !vector["expect"]["partial"].as_bool().unwrap() {
            assert_eq!(plan.items.len(), rows.len(), "{id}: number of instalments");
        }
        for row in rows {
            let item = plan.item(small(&row["qi"])).unwrap();
            assert_eq!(item.principal.get(), int(&row["benjin"]), "{id} {row}");
            assert_eq!(item.interest.get(), int(&row["lixi"]), "{id} {row}");
            if let Some(due_on) = row.get("riqi").filter(|due_on| !due_on.is_null()) {
                assert_eq!(item.due_on, day(due_on), "{id} {row}");
            }
        }
    }
}

#[test]
fn due_dates() {
    for vector in vectors("due_dates") {
        let inputs = &vector["inputs"];
        assert_eq!(inputs["period"], "1 MONTHS");
        let expected: Vec<Date> = vector["expected"]["due_dates"]
            .as_array()
            .unwrap()
            .iter()
            .map(day)
            .collect();
        let start = day(&inputs["first_due_date"]);
        let month = Period {
            unit: PeriodUnit::Month,
            length: 1,
        };
        let due: Vec<Date> = (0..small(&inputs["periods"]))
            .map(|count| month.end(start, count).unwrap())
            .collect();
        assert_eq!(due, expected, "{}", vector["id"]);
    }
}

#[test]
fn overdue() {
    for vector in vectors("overdue") {
        let inputs = &vector["inputs"];
        let percent: String = inputs["daily_rate"].as_str().unwrap().to_owned();
        assert_eq!(percent, "0.0005", "0.05 % a day is 500 ppm");
        let terms = OverdueTerms {
            grace_days: small(&inputs["grace_days"]),
            daily_rate: Ppm::new(500).unwrap(),
            base: OverdueBase::AmountDue,
            cap: Ppm::ZERO,
        };
        let item = Instalment {
            number: 1,
            starts_on: date(2025, 1, 15),
            days: 31,
            due_on: date(2025, 2, 15),
            principal: Fen::new(int(&inputs["base_fen"])),
            interest: Fen::ZERO,
            insurance_fee: Fen::ZERO,
            service_fee: Fen::ZERO,
            parts: Vec::new(),
            paid: None,
        };
        let asked_on = loan::add_days(item.due_on, int(&inputs["days_late"])).unwrap();
        let fee = terms.of(&item, asked_on).unwrap().fee;
        let expected = int(&vector["expected"]["penalty_fen"]);
        assert_eq!(fee.get(), expected, "{}", vector["id"]);
    }
}

#[test]
fn annual_rates() {
    for vector in vectors("annual_rates") {
        let id = &vector["id"];
        let inputs = &vector["inputs"];
        let monthly = PeriodsPerYear::new(
            Period {
                unit: PeriodUnit::Month,
                length: 1,
            },
            1,
        );
        if let Some(per_year) = inputs.get("periods_per_year") {
            assert_eq!(int(per_year), 12, "{id}");
        }
        let proceeds = Fen::new(int(&inputs["net_proceeds_fen"]));
        let rate = annual_rate(proceeds, &fens(&inputs["payments_fen"]), monthly).unwrap();

        let expected = &vector["expected"];
        let of = |keys: [&str; 2]| {
            let text = keys.iter().find_map(|key| expected[*key].as_str()).unwrap();
            let (whole, decimals) = text.split_once('.').unwrap();
            let ten_thousandths = format!("{decimals:0<6}")[..4].parse::<i64>().unwrap();
            let ppm = whole.parse::<i64>().unwrap() * 10_000 + ten_thousandths;
            (ppm + 50) / 100 * 100
        };
        let simple = of(["simple_annual_pct_2dp", "simple_annual_pct"]);
        let compound = of(["irr_annual_pct_2dp", "compound_annual_pct"]);
        assert_eq!(rate.simple_ppm, simple, "{id}");
        assert_eq!(rate.compound_ppm, Some(compound), "{id}");
        let periodic = ["monthly_irr", "period_irr"];
        let periodic = periodic.iter().find_map(|key| expected[*key].as_str());
        let periodic: f64 = periodic.unwrap().parse().unwrap();
        assert!((rate.periodic - periodic).abs() < 1e-12, "{id}");
    }
}
