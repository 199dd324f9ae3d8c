//! Where customers come from and what they take, from counts that are kept: of the whole office, so
//! for who reaches all of it.

use schema::{Record, resources::Dingdan};
use store::{
    Conn, channels,
    kept_counts::{self, Ranked},
};

use crate::{call::Call, error::Result, menu::Pages, wire::answer};

/// So many are shown of each.
const SHOWN: i64 = 8;

answer! {
    /// How far those who came by a channel went, and the way to their orders.
    pub struct ChannelFunnel {
        qudao_id: i64,
        mingcheng: String,
        liulanshu: i64,
        zhuceshu: i64,
        shenqingshu: i64,
        fangkuanshu: i64,
        router_url: Option<String>,
    }
}

answer! {
    /// How often a product is asked for and paid out, and the way to its orders.
    pub struct ProductRank {
        project_id: i64,
        mingcheng: String,
        shenqingshu: i64,
        fangkuanshu: i64,
        router_url: Option<String>,
    }
}

/// The channels that bring most applications, for who may see channels.
pub fn channels(conn: &mut Conn, call: &Call, pages: &Pages) -> Result<Vec<ChannelFunnel>> {
    if !call.actor.may("app:qudao:list") || !call.actor.access.reach.all {
        return Ok(Vec::new());
    }
    let ranked = kept_counts::ranked(conn, "app_qudao", SHOWN)?;
    let ids: Vec<i64> = ranked.iter().map(|channel| channel.id).collect();
    let funnels = channels::funnels(conn, &ids)?;
    let visits = |id: i64| {
        let mut of_channel = funnels.iter().filter(|funnel| funnel.id == id);
        of_channel.next().map_or(0, |funnel| funnel.visits)
    };
    let shown = ranked.into_iter().map(|channel| ChannelFunnel {
        liulanshu: visits(channel.id),
        router_url: orders(pages, "qudaoId", &channel),
        qudao_id: channel.id,
        mingcheng: channel.name,
        zhuceshu: channel.registered,
        shenqingshu: channel.applied,
        fangkuanshu: channel.paid_out,
    });
    Ok(shown.collect())
}

/// The products that are asked for most, for who may see products.
pub fn products(conn: &mut Conn, call: &Call, pages: &Pages) -> Result<Vec<ProductRank>> {
    if !call.actor.may("app:project:list") || !call.actor.access.reach.all {
        return Ok(Vec::new());
    }
    let ranked = kept_counts::ranked(conn, "app_project", SHOWN)?;
    let shown = ranked.into_iter().map(|product| ProductRank {
        router_url: orders(pages, "projectId", &product),
        project_id: product.id,
        mingcheng: product.name,
        shenqingshu: product.applied,
        fangkuanshu: product.paid_out,
    });
    Ok(shown.collect())
}

fn orders(pages: &Pages, by: &str, ranked: &Ranked) -> Option<String> {
    let page = pages.of(Dingdan::model().table)?;
    Some(format!("{page}?{by}={}", ranked.id))
}
