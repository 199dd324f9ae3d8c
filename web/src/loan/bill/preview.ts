/** Why a plan is a preview: nothing was paid out, and perhaps nothing ever will be. */
export function previewNote(state: string): string {
  switch (state) {
    case "YIJUJUE":
      return "预览：订单已拒绝，没有放款，不会产生还款";
    case "YIQUXIAO":
      return "预览：订单已取消，没有放款，不会产生还款";
    case "FANGKUANSHIBAI":
      return "预览：放款失败，重新放款后以放款日为准";
    default:
      return "预览：尚未放款，以放款日为准";
  }
}
