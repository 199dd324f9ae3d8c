import { CheckOutlined } from "@ant-design/icons";
import { useQueryClient } from "@tanstack/react-query";
import { Button, Checkbox } from "antd";
import { useState } from "react";
import type { Ask } from "@/api/operation";
import type { DemoLoaded, FirstSteps as Done } from "@/api/types.gen";
import { callOnce } from "@/crud/verb/callOnce";
import { confirm } from "@/lib/feedback";
import { useLinkTo, type LinkTo } from "@/lib/linkTo";
import { getPref, setPref } from "@/lib/prefs";
import { HOME } from "./Coming";

/** Whether the list is folded: everybody as they like it. */
const FOLDED = "qibu.shouqi";

type ByHand = Ask<"POST /app/page/admin/qibu">["xiang"];

interface Step {
  title: string;
  hint: string;
  isDone: boolean;
  to?: string | undefined;
  /** What the office does not know by itself is said by hand. */
  ticked?: ByHand;
}

function stepsOf(done: Done, linkTo: LinkTo): Step[] {
  return [
    {
      title: "填写公司名称",
      hint: "显示在页头，也写进合同",
      isDone: done.isGongsi,
      to: linkTo("app/config", {}),
    },
    {
      title: "添加员工，分配角色",
      hint: "审核、放款、客服各用自己的账号",
      isDone: done.isYuangong,
      to: linkTo("sys/user", { adding: 0 }),
    },
    {
      title: "决定是否双人放款",
      hint: "开启后，审核的人不能放款同一订单；在参数设置的借款一组",
      isDone: done.isShuangren,
      to: linkTo("app/config", {}),
      ...(done.isShuangrenFangkuan ? {} : { ticked: "SHUANGREN" as const }),
    },
    {
      title: "设置每日备份，另存密钥",
      hint: "在服务器上设置 ZHANGGUI_BACKUP_DIR；数据目录中的 key 和 seal.keys 另存一处，丢失后私密数据无法恢复",
      isDone: done.isBeifen,
      ticked: "BEIFEN",
    },
    {
      title: "上架第一款产品",
      hint: "表单右侧有三款常见产品，点一下就填好条件",
      isDone: done.isChanpin,
      to: linkTo("app/project", { adding: 0 }),
    },
    {
      title: "登记第一位客户",
      hint: "",
      isDone: done.isKehu,
      to: linkTo("app/user", { adding: 0 }),
    },
    {
      title: "登记客户的收款账户",
      hint: "",
      isDone: done.isZhanghu,
      to: linkTo("app/user/shoukuan", { adding: 0 }),
    },
    {
      title: "提交第一笔订单",
      hint: "",
      isDone: done.isDingdan,
      to: linkTo("app/dingdan", { adding: 0 }),
    },
    {
      title: "审核并放款",
      hint: "全部完成后这张清单不再出现",
      isDone: done.isFangkuan,
      to: linkTo("app/dingdan", {}),
    },
  ];
}

/** The way of a new office to its first loan, ticked as it goes. */
export function FirstSteps({ done }: { done: Done }) {
  const linkTo = useLinkTo();
  const client = useQueryClient();
  const [isFolded, setFolded] = useState(() => getPref(FOLDED) === true);
  const steps = stepsOf(done, linkTo);
  const next = steps.findIndex(({ isDone }) => !isDone);

  /** For the whole office; the server says what is done, so it is asked again. */
  async function tick(xiang: ByHand, isWancheng: boolean) {
    try {
      await callOnce("POST /app/page/admin/qibu", { xiang, isWancheng });
    } catch {
      // The call has said why.
    }
    await client.invalidateQueries({ queryKey: HOME });
  }

  function fold(folded: boolean) {
    setPref(FOLDED, folded ? true : null);
    setFolded(folded);
  }

  return (
    <section className="home-group first-steps" aria-label="开始使用">
      <h2>
        开始使用
        <span className="first-count">
          {steps.filter(({ isDone }) => isDone).length} / {steps.length}
        </span>
        <Button type="link" size="small" aria-expanded={!isFolded} onClick={() => fold(!isFolded)}>
          {isFolded ? "展开" : "收起"}
        </Button>
        {done.isFangkuan ? (
          <Button type="link" size="small" onClick={() => void tick("BUZAIXIANSHI", true)}>
            不再显示
          </Button>
        ) : null}
      </h2>
      {isFolded ? null : (
        <ol>
          {steps.map((step, at) => (
            <li
              key={step.title}
              className={step.isDone ? "first-done" : at === next ? "first-next" : undefined}
            >
              <span className="first-mark" aria-hidden>
                {step.isDone ? <CheckOutlined /> : at + 1}
              </span>
              <span>
                {step.to && !step.isDone ? <a href={step.to}>{step.title}</a> : step.title}
                {step.isDone ? <span className="visually-hidden">，已完成</span> : null}
                {step.hint ? <small className="muted">{step.hint}</small> : null}
              </span>
              <Ticked step={step} onTick={tick} />
            </li>
          ))}
        </ol>
      )}
      {!isFolded && done.isKong ? <LoadDemo /> : null}
    </section>
  );
}

/** Ticked by hand, where the office does not know it by itself. */
function Ticked({
  step: { ticked, isDone },
  onTick,
}: {
  step: Step;
  onTick: (step: ByHand, isTicked: boolean) => Promise<void>;
}) {
  // What was just pressed, until the server has answered.
  const [pressed, setPressed] = useState<boolean | null>(null);
  if (!ticked) return null;

  async function press(step: ByHand, isTicked: boolean) {
    setPressed(isTicked);
    await onTick(step, isTicked);
    setPressed(null);
  }

  return (
    <Checkbox
      checked={pressed ?? isDone}
      onChange={({ target }) => void press(ticked, target.checked)}
    >
      已处理
    </Checkbox>
  );
}

/** 载入演示数据: to look around before anything is real. */
function LoadDemo() {
  const client = useQueryClient();
  const [isLoading, setLoading] = useState(false);

  async function load() {
    const isSure = await confirm({
      kind: "danger",
      title: "载入演示数据？",
      content:
        "会加入演示的员工、产品、客户和约 500 笔订单，不能撤销。只用于试用；正式使用请换一个空的数据库。演示员工重置密码后才能登录。",
      okText: "载入演示数据",
    });
    if (!isSure) return;
    setLoading(true);
    try {
      await callOnce(
        "POST /app/page/admin/yanshi",
        {},
        {
          timeoutMs: 0,
          said: (made) => `已载入演示数据 ${(made as DemoLoaded).dingdanShu} 笔订单`,
        },
      );
      await client.invalidateQueries();
    } catch {
      // The call has said why.
    } finally {
      setLoading(false);
    }
  }

  return (
    <p className="muted">
      先看看再开始？
      <Button type="link" loading={isLoading} onClick={() => void load()}>
        载入演示数据
      </Button>
    </p>
  );
}
