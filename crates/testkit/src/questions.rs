//! What a day asks of an office with many orders.

/// What is asked, in turn; `{id}` is an order.
pub const OF_ORDERS: [(&str, &[&str]); 12] = [
    ("the home page", &["app/page/admin/home"]),
    (
        "the list of orders",
        &["app/dingdan/findAllByPage?current=1&size=10"],
    ),
    (
        "the list of orders being repaid",
        &["app/dingdan/findAllByPage?current=1&size=10&state=DAIHUANKUAN"],
    ),
    (
        "the list of orders being repaid by their next day",
        &["app/dingdan/findAllByPage?current=1&size=10&state=DAIHUANKUAN&orders=yinghuanRi:asc"],
    ),
    (
        "the list of orders being repaid by when they were made",
        &["app/dingdan/findAllByPage?current=1&size=10&state=DAIHUANKUAN&orders=createTime:asc"],
    ),
    (
        "the list of settled orders by amount",
        &["app/dingdan/findAllByPage?current=1&size=10&state=YIJIEQING&orders=jiekuanJine:desc"],
    ),
    (
        "a range of amounts in a state",
        &[
            "app/dingdan/findAllByPage?current=1&size=10&state=DAIHUANKUAN&jiekuanJineBegin=100000&jiekuanJineEnd=1200000",
        ],
    ),
    (
        "orders of a product by what is left",
        &["app/dingdan/findAllByPage?current=1&size=10&projectId=1&orders=shengyuBenjin:desc"],
    ),
    (
        "a late page of the list of orders",
        &["app/dingdan/findAllByPage?current=300&size=10"],
    ),
    ("the counts by state", &["app/dingdan/tongji"]),
    (
        "the lists that count orders",
        &[
            "app/project/findAllByPage?current=1&size=10",
            "app/qudao/findAllByPage?current=1&size=10",
            "app/user/findAllByPage?current=1&size=10",
        ],
    ),
    (
        "the dialog of an order",
        &[
            "app/dingdan/weapp/findById/{id}",
            "app/dingdan/huankuanXiangqing/{id}",
            "app/log/findByDingdanId/{id}",
        ],
    ),
];
