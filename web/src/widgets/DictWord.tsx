import { useDict } from "@/lib/dict";

interface Props {
  /** Type of the dictionary. */
  dict: string;
  value: string;
}

/** What a dictionary calls a plain value; dots and colours are for states, whatever it says. */
export function DictWord({ dict, value }: Props) {
  const items = useDict(dict);
  return items.find(({ dictValue }) => dictValue === value)?.dictLabel ?? value;
}
