import { noteOfficeTime } from "@/lib/day";
import { noteVersion } from "./version";

/** What every answer tells besides its body: versions, and the time in the office. */
export function noteAnswer(headers: { get: (name: string) => string | null }) {
  noteVersion(headers.get("x-banben"));
  noteOfficeTime(headers.get("x-shijian"));
}
