import type { Values } from "@/crud/form/formValues";
import { readPeriods } from "@/lib/periods";
import type { TrialAsk } from "@/loan/trial/useTrial";

/**
 * The loan terms a trial takes inline, by the names of the product's columns. Prepayment and
 * extension decide nothing of a schedule, and half-filled they would only stop it.
 */
const TERMS = [
  "huankuanMoshi",
  "zhouqiDanwei",
  "zhouqiChangdu",
  "nianlilv",
  "jixiTianshu",
  "qianzhifeilv",
  "qianzhifeiFangshi",
  "zixunfeilv",
  "fuwufeilv",
  "kuanxianTianshu",
  "yuqiRilv",
  "yuqiJishu",
  "yuqiShangxian",
] as const satisfies readonly (keyof TrialAsk)[];

type Terms = Pick<TrialAsk, (typeof TERMS)[number]>;

/** What the trial needs to know of a form that is being filled in. */
export interface Draft {
  terms: Terms;
  /** The largest amount, when it can be read. */
  zuidaJine: number | null;
  qishu: number[];
  /** A rate or number was typed that cannot be read. */
  isBroken: boolean;
}

export function readDraft(values: Values): Draft {
  const given = TERMS.map((name) => [name, values[name]] as const).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const { zuidaJine } = values;
  return {
    terms: Object.fromEntries(given.filter(([, value]) => !Number.isNaN(value))) as Terms,
    zuidaJine: typeof zuidaJine === "number" && zuidaJine > 0 ? zuidaJine : null,
    qishu: readPeriods(values.qishuList),
    isBroken: given.some(([, value]) => Number.isNaN(value)),
  };
}

export interface Sample {
  jine: number | null;
  qishu: number | null;
}

/**
 * The sample that is tried: what was chosen where that still makes sense, else the largest amount
 * over the shortest term, where fees weigh most on the annual rate.
 */
export function sampleOf(draft: Draft, chosen: Sample): Sample {
  const isOffered = chosen.qishu !== null && draft.qishu.includes(chosen.qishu);
  const jine = chosen.jine ?? draft.zuidaJine;
  return {
    jine: jine !== null && jine > 0 ? jine : null,
    qishu: isOffered ? chosen.qishu : (draft.qishu[0] ?? null),
  };
}

/** The body of a trial; null while something it cannot do without is missing or unreadable. */
export function trialAsk(draft: Draft, sample: Sample): TrialAsk | null {
  const { terms } = draft;
  if (draft.isBroken || sample.jine === null || sample.qishu === null) return null;
  if (terms.huankuanMoshi === undefined || terms.nianlilv === undefined) return null;
  return { ...terms, jiekuanJine: sample.jine, qishu: sample.qishu };
}
