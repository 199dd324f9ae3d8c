import { Form, Select, type FormInstance } from "antd";
import { useId, useState } from "react";
import type { Values } from "@/crud/form/formValues";
import { MoneyInput } from "@/widgets/MoneyInput";
import { TrialSchedule } from "@/loan/trial/TrialSchedule";
import { useTrial } from "@/loan/trial/useTrial";
import { ProductTemplates } from "./ProductTemplates";
import "./project.css";
import { readDraft, sampleOf, trialAsk, type Draft, type Sample } from "./trialAsk";

const EMPTY: Draft = { terms: {}, zuidaJine: null, qishu: [], isBroken: false };

/** What a customer would pay under the terms as they stand in the form, saved or not. */
export function ProductTrial({ form }: { form: FormInstance<Values> }) {
  const draft = Form.useWatch(readDraft, form) ?? EMPTY;
  const [chosen, setChosen] = useState<Sample>({ jine: null, qishu: null });
  const id = useId();
  const sample = sampleOf(draft, chosen);
  const asked = trialAsk(draft, sample);
  const { trial, isLoading, error } = useTrial(asked);
  return (
    <div className="product-trial">
      <ProductTemplates form={form} />
      <div className="product-sample">
        <h3>试算</h3>
        <label htmlFor={`${id}-amount`}>金额</label>
        <MoneyInput
          id={`${id}-amount`}
          placeholder="最大金额"
          value={chosen.jine ?? draft.zuidaJine}
          onChange={(jine) => setChosen({ ...chosen, jine })}
        />
        <label htmlFor={`${id}-term`}>期数</label>
        <Select
          id={`${id}-term`}
          placeholder="期数"
          value={sample.qishu}
          options={draft.qishu.map((count) => ({ value: count, label: `${count} 期` }))}
          onChange={(qishu) => setChosen({ ...chosen, qishu })}
        />
      </div>
      <TrialSchedule
        trial={asked || draft.isBroken ? trial : undefined}
        isLoading={isLoading}
        error={draft.isBroken ? "有一项费率或数字没有填对，改正后重新试算" : error}
      />
      <p className="muted product-trial-note">以今天放款试算，只作预览，不保存。</p>
    </div>
  );
}
