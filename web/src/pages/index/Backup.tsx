import type { Backups } from "@/api/types.gen";

/** 备份: when the last one ended well, or why the one after it did not. */
export function Backup({ backups }: { backups: Backups }) {
  return (
    <section className="home-group" aria-label="备份">
      <h2>
        备份 <span className={backups.isJinggao ? "overdue" : "book-good"}>{inWords(backups)}</span>
      </h2>
    </section>
  );
}

function inWords({ chenggongTime, shibaiTime, yuanyin, isJinggao }: Backups): string {
  const last = chenggongTime ? `上次成功备份 ${chenggongTime}` : "还没有成功的备份";
  if (shibaiTime) return `${shibaiTime} 没有备份成功（${yuanyin ?? "原因未知"}） · ${last}`;
  return isJinggao ? `${last}，已超过两天` : last;
}
