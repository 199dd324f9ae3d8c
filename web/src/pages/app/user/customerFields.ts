import type { RowOf } from "@/crud/column";
import type { FieldOverrides } from "@/crud/form/FormFields";
import { typedRule } from "@/crud/form/formRules";
import { isMobileNumber } from "@/lib/checkDigits";

/** What the form of a customer asks for, on their page and inside an order. */
export const customerFields: FieldOverrides<RowOf<"app/user">> = {
  headUrl: { isLast: true },
  phone: { rules: [typedRule(isMobileNumber, "请输入 11 位手机号")] },
  isSuoding: { isEditOnly: true },
};
