import { Button, Descriptions } from "antd";
import { useState } from "react";
import { call } from "@/api/client";
import type { Row } from "@/crud/column";
import { ResourceForm } from "@/crud/lazyDialogs";
import { metaOf } from "@/crud/metaOf";
import { safeHref } from "@/crud/table/safeHref";
import { callOnce } from "@/crud/verb/callOnce";
import { useRefresh } from "@/crud/verb/useRefresh";
import { confirm } from "@/lib/feedback";
import { usePermitted } from "@/lib/session";
import { DictTag } from "@/widgets/DictTag";
import { Loaded } from "@/widgets/Loaded";
import { MaskedValue } from "@/widgets/MaskedValue";
import { Picture } from "@/widgets/Picture";
import { TOUCHED, useRealName, type Customer } from "./customerQueries";
import { NoRecord } from "./NoRecord";

const META = metaOf("app/user/renzheng");

/** A form for what is not there yet. */
const NEW = { row: null };

/** 实名信息: who they are by their identity card, and its review. */
export function RealNameTab({ customer }: { customer: Customer }) {
  const record = useRealName(customer.id);
  const mayReset = usePermitted(["app:user:renzheng:reset"]) && customer.isMy;
  const mayAdd = usePermitted(["app:user:renzheng:add"]) && customer.isMy;
  const mayEdit = usePermitted(["app:user:renzheng:edit"]) && customer.isMy;
  const [form, setForm] = useState<{ row: Row | null } | null>(null);
  const refresh = useRefresh();

  /** The record is looked up anew: somebody may have reset it meanwhile. */
  async function reset() {
    if (!(await confirm({ content: "确认要重置实名吗?", okText: "重置实名" }))) return;
    const found = await call("GET /app/user/renzheng/findByUserId/{id}", { id: customer.id });
    if (found) await callOnce("DELETE /app/user/renzheng/delByIds/{ids}", { ids: found.id });
    await refresh(TOUCHED);
  }

  return (
    <div className="customer-pane">
      <Loaded query={record} rows={6}>
        {(known) =>
          known ? (
            <>
              <div className="customer-bar">
                <DictTag dict="renzheng_state" value={known.state} />
                <span className="customer-actions">
                  {mayEdit ? (
                    <Button onClick={() => setForm({ row: { ...known } })}>审核</Button>
                  ) : null}
                  {mayReset ? (
                    <Button onClick={() => void reset().catch(() => {})}>重置实名</Button>
                  ) : null}
                </span>
              </div>
              <div className="customer-cards">
                <Card url={known.sfzZhengmian} label="身份证正面" />
                <Card url={known.sfzFanmian} label="身份证反面" />
                {known.renlian ? <Card url={known.renlian} label="人脸照片" /> : null}
              </div>
              <Descriptions
                size="small"
                column={2}
                items={[
                  {
                    key: "name",
                    label: "姓名",
                    children: (
                      <MaskedValue
                        resource={META.path}
                        id={known.id}
                        field="zhenshixingming"
                        label="姓名"
                        masked={known.zhenshixingming}
                      />
                    ),
                  },
                  {
                    key: "number",
                    label: "证件号",
                    children: (
                      <MaskedValue
                        resource={META.path}
                        id={known.id}
                        field="zhengjianhaoma"
                        label="证件号"
                        masked={known.zhengjianhaoma}
                      />
                    ),
                  },
                  { key: "until", label: "有效期至", children: known.youxiaoqi ?? "长期" },
                  { key: "time", label: "认证时间", children: known.renzhengTime ?? "—" },
                  {
                    key: "opinion",
                    label: "审核意见",
                    span: 2,
                    children: known.shenheYijian ?? "—",
                  },
                ]}
              />
            </>
          ) : (
            <NoRecord
              what="实名信息"
              action={mayAdd ? { text: "提交实名", onClick: () => setForm(NEW) } : undefined}
            />
          )
        }
      </Loaded>
      {form ? (
        <ResourceForm
          meta={META}
          title={form.row ? "审核实名" : "提交实名"}
          row={form.row}
          fields={{ userId: false }}
          {...(form.row ? {} : { fixed: { userId: customer.id } })}
          onClose={() => setForm(null)}
          onSaved={() => {
            setForm(null);
            void refresh(TOUCHED);
          }}
        />
      ) : null}
    </div>
  );
}

function Card({ url, label }: { url: string; label: string }) {
  const href = url ? safeHref(url) : undefined;
  return (
    <figure>
      {href ? (
        <Picture src={href} alt={label} width={240} height={150} />
      ) : (
        <div className="customer-none">没有图片</div>
      )}
      <figcaption>{label}</figcaption>
    </figure>
  );
}
