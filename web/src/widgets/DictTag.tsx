import { useDict } from "@/lib/dict";
import { Tag, tagType } from "./Tag";

interface Props {
  /** Type of the dictionary. */
  dict: string;
  /** One value, several joined by comma, or a list. */
  value: string | readonly string[] | null | undefined;
}

/** Dictionary values as tags; a value the dictionary does not know is shown raw, never blank. */
export function DictTag({ dict, value }: Props) {
  const items = useDict(dict);
  const values = typeof value === "string" ? value.split(",") : (value ?? []);
  return values
    .filter((one) => one !== "")
    .map((one) => {
      const item = items.find(({ dictValue }) => dictValue === one);
      return (
        <Tag key={one} type={tagType(item?.tagType)}>
          {item?.dictLabel ?? one}
        </Tag>
      );
    });
}
