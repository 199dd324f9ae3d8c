import { FilterOutlined } from "@ant-design/icons";
import { Button, Checkbox, Popover } from "antd";
import { useState } from "react";
import type { Option } from "@/crud/column";

interface Props {
  label: string;
  options: readonly Option[];
  values: string[];
  onChange: (values: string[]) => void;
}

/** Choices of one column; nothing is asked of the server before 筛选 is pressed. */
export function FilterPopover({ label, options, values, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState(values);

  function show(open: boolean) {
    if (open) setDraft(values);
    setOpen(open);
  }

  function apply(chosen: string[]) {
    setOpen(false);
    onChange(chosen);
  }

  const content = (
    <form
      className="dt-filter"
      onSubmit={(event) => {
        event.preventDefault();
        apply(draft);
      }}
    >
      <Checkbox.Group
        className="dt-filter-list"
        value={draft}
        onChange={setDraft}
        options={[...options]}
      />
      <div className="dt-filter-foot">
        <Button size="small" type="text" onClick={() => apply([])}>
          重置
        </Button>
        <Button size="small" type="primary" htmlType="submit">
          筛选
        </Button>
      </div>
    </form>
  );
  return (
    <Popover
      open={isOpen}
      onOpenChange={show}
      trigger="click"
      placement="bottom"
      arrow={false}
      content={content}
      destroyOnHidden
    >
      <button
        type="button"
        className="dt-filter-button"
        aria-label={`筛选${label}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-active={values.length > 0}
      >
        <FilterOutlined />
      </button>
    </Popover>
  );
}
