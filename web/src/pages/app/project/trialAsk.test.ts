import { describe, expect, it } from "vitest";
import { readDraft, sampleOf, trialAsk } from "./trialAsk";

const values = {
  mingcheng: "三月贷",
  zuidaJine: 5_000_000,
  qishuList: "3,6",
  huankuanMoshi: "DENGEBENXI",
  nianlilv: 240_000,
  qianzhifeilv: 0,
  zixunfeilv: null,
  isYanqi: false,
};
const nothing = { jine: null, qishu: null };

describe("a draft", () => {
  it("holds the terms and nothing else of the form", () => {
    expect(readDraft(values)).toEqual({
      terms: { huankuanMoshi: "DENGEBENXI", nianlilv: 240_000, qianzhifeilv: 0 },
      zuidaJine: 5_000_000,
      qishu: [3, 6],
      isBroken: false,
    });
  });

  it("notes a rate that cannot be read instead of trying without it", () => {
    const draft = readDraft({ ...values, fuwufeilv: Number.NaN });
    expect(draft.isBroken).toBe(true);
    expect(trialAsk(draft, sampleOf(draft, nothing))).toBeNull();
  });

  it("has no largest amount while that is unreadable", () => {
    expect(readDraft({ ...values, zuidaJine: Number.NaN }).zuidaJine).toBeNull();
  });
});

describe("the sample", () => {
  const draft = readDraft(values);

  it("is the largest amount over the shortest term unless something else is chosen", () => {
    expect(sampleOf(draft, nothing)).toEqual({ jine: 5_000_000, qishu: 3 });
    expect(sampleOf(draft, { jine: 100_000, qishu: 6 })).toEqual({ jine: 100_000, qishu: 6 });
  });

  it("lets go of a term that is no longer offered and of an amount of nothing", () => {
    expect(sampleOf(draft, { jine: null, qishu: 12 }).qishu).toBe(3);
    expect(sampleOf(draft, { jine: Number.NaN, qishu: 3 }).jine).toBeNull();
  });
});

describe("the question", () => {
  it("carries terms, amount and term", () => {
    const draft = readDraft(values);
    expect(trialAsk(draft, sampleOf(draft, nothing))).toEqual({
      huankuanMoshi: "DENGEBENXI",
      nianlilv: 240_000,
      qianzhifeilv: 0,
      jiekuanJine: 5_000_000,
      qishu: 3,
    });
  });

  it.each(["huankuanMoshi", "nianlilv", "qishuList", "zuidaJine"])(
    "is not asked without %s",
    (name) => {
      const draft = readDraft({ ...values, [name]: null });
      expect(trialAsk(draft, sampleOf(draft, nothing))).toBeNull();
    },
  );
});
