import { DownOutlined, SearchOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { Fragment, useEffect, useRef, useState, type Ref } from "react";
import { isTyping } from "@/lib/isTyping";
import { useOneStop } from "@/lib/useOneStop";
import { queryNames, type SearchField } from "@/crud/fromMeta";
import "./searchForm.css";
import { SearchControl } from "./SearchControl";

interface Props {
  ref?: Ref<HTMLFormElement>;
  /** What is searched. */
  label: string;
  fields: readonly SearchField[];
  search: Record<string, string>;
  onSearch: (search: Record<string, string>) => void;
}

/** Fields on the first line; the rest waits behind 更多. */
const FIRST_LINE = 3;

/** Fields that are typed into; a choice and a calendar take the arrows for themselves. */
const TYPED = "input[type=text]:not([role=combobox]):not(.ant-picker input)";

/** Enter searches, / brings the focus here, 重置 clears what this form can set. */
export function SearchForm({ ref, label, fields, search, onSearch }: Props) {
  const [draft, setDraft] = useState(search);
  const [seen, setSeen] = useState(search);
  const hidden = fields.slice(FIRST_LINE);
  const isUsedBelow = hidden.some((field) => isUsed(field, search));
  const [isOpen, setOpen] = useState(isUsedBelow);
  // The URL is the truth: Back, a filter or a shared link replaces what stands in the fields.
  if (seen !== search) {
    setSeen(search);
    setDraft(search);
    // What narrows the list is in sight.
    if (isUsedBelow) setOpen(true);
  }
  const shown = isOpen ? fields : fields.slice(0, FIRST_LINE);
  const box = useSearchKeys();
  const buttons = useRef<HTMLDivElement>(null);
  const buttonKeys = useOneStop(buttons);

  function reset() {
    const names = new Set(fields.flatMap(queryNames));
    onSearch(Object.fromEntries(Object.entries(search).filter(([name]) => !names.has(name))));
  }

  return (
    <form
      ref={ref}
      className="search-form"
      role="search"
      aria-label={`查询${label}`}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== "")));
      }}
    >
      <div className="search-fields" ref={box}>
        {shown.map((field, index) => (
          <Fragment key={field.prop}>
            <SearchControl
              field={field}
              values={draft}
              onChange={(patch) => setDraft((now) => ({ ...now, ...patch }))}
            />
            {index === 0 ? <ToRows /> : null}
          </Fragment>
        ))}
        <div
          ref={buttons}
          className="search-buttons"
          role="toolbar"
          aria-label="查询操作"
          {...buttonKeys}
        >
          <Button htmlType="submit" icon={<SearchOutlined />}>
            查询
          </Button>
          <Button onClick={reset}>重置</Button>
          {hidden.length > 0 ? (
            <Button
              type="link"
              aria-expanded={isOpen}
              icon={<DownOutlined rotate={isOpen ? 180 : 0} />}
              iconPlacement="end"
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? "收起" : "更多"}
            </Button>
          ) : null}
        </div>
      </div>
    </form>
  );
}

/** Seen by the keyboard alone: past the rest of the form and the toolbar. */
function ToRows() {
  return (
    <button
      type="button"
      className="link-button search-skip"
      onClick={({ currentTarget }) => toRows(currentTarget)}
    >
      跳到列表
    </button>
  );
}

/** Whether there was a row to go to. */
function toRows(from: Element): boolean {
  const page = from.closest(".list-page");
  const row = page?.querySelector<HTMLElement>("tbody tr[tabindex='0']");
  row?.focus();
  return row !== null && row !== undefined;
}

/** From a field that is typed into, down is to the rows; lists and calendars have their own down. */
function downToRows(event: KeyboardEvent, fields: HTMLElement | null) {
  const { target: from } = event;
  if (event.isComposing || event.shiftKey || !(from instanceof HTMLInputElement)) return;
  if (fields?.contains(from) && from.matches(TYPED) && toRows(from)) event.preventDefault();
}

function isUsed(field: SearchField, search: Record<string, string>): boolean {
  return queryNames(field).some((name) => search[name]);
}

function useSearchKeys() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key === "ArrowDown") downToRows(event, box.current);
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      const input = box.current?.querySelector<HTMLInputElement>("input:not([readonly])");
      if (!input) return;
      // Whoever comes to a list may be in its search already, without having typed anything.
      const isThere = event.target === input && input.value === "";
      if (isTyping(event.target) && !isThere) return;
      event.preventDefault();
      input.focus();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return box;
}
