import { ApiError } from "@/api/client";
import type { RowOf } from "@/crud/column";
import type { PageHandle } from "@/crud/page";
import { callOnce } from "@/crud/verb/callOnce";
import { confirm, notice, toast } from "@/lib/feedback";
import { annualRate } from "@/lib/money";

export type Project = RowOf<"app/project">;

/** Things the server let pass but wants read. */
export function tellWarnings(name: string, warnings: unknown) {
  if (!Array.isArray(warnings) || warnings.length === 0) return;
  void notice({
    kind: "warning",
    title: `${name} 已保存，请留意`,
    width: 520,
    content: warnings.map((text) => <div key={String(text)}>{String(text)}</div>),
    okText: "知道了",
  });
}

const ASK = {
  SHANGJIA: { verb: "上架", consequence: "上架后可以用它新建订单。" },
  XIAJIA: { verb: "下架", consequence: "下架后不能再用它新建订单，已有订单不受影响。" },
} as const;

/** Publishes or withdraws a product; a refusal stays on the screen until it is read. */
export async function setOnOffer(
  project: Project,
  state: keyof typeof ASK,
  page: Pick<PageHandle, "reload">,
) {
  const { verb, consequence } = ASK[state];
  const rate = annualRate(project.nianhua);
  const content = `${verb}“${project.mingcheng}”${rate ? `（综合年化 ${rate}）` : ""}？${consequence}`;
  if (!(await confirm({ content, okText: verb }))) return;
  const body = { id: project.id, banbenSuo: project.banbenSuo, state };
  try {
    const answer = await callOnce("POST /app/project/edit", body, { silent: true });
    toast.success(`已${verb}`);
    tellWarnings(project.mingcheng, answer.jinggao);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    void notice({ kind: "danger", title: `没有${verb}`, content: error.message, okText: "知道了" });
  } finally {
    page.reload();
  }
}
