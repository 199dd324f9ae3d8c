import { definePage } from "@/crud/definePage";

/** 付费记录: what customers paid beside their loans. */
export default definePage("app/user/fufei", { sums: {} });
