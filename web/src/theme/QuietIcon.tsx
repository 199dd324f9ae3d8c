import AntdIcon, { type IconComponentProps } from "@ant-design/icons/es/components/AntdIconLight";

/**
 * Takes the place of the icons' own base (see scripts/chineseWords.ts), which names each picture in English:
 * 新增 would be read as "plus 新增". Our icons stand beside words or in buttons that have a name, so
 * a screen reader passes over them; one that is given a name keeps it.
 */
export default function QuietIcon(props: IconComponentProps) {
  const name = props["aria-label"];
  return (
    <AntdIcon {...props} role={name ? "img" : undefined} aria-label={name} aria-hidden={!name} />
  );
}
