/** The words for an hour of the day. */
export function greeting(hour: number): string {
  if (hour < 5) return "夜深了";
  if (hour < 11) return "早上好";
  if (hour < 13) return "中午好";
  return hour < 18 ? "下午好" : "晚上好";
}
