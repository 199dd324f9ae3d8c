import { SearchOutlined } from "@ant-design/icons";
import { useEffect, useState } from "react";
import { lazyDialog } from "@/lib/lazyDialog";

// The pinyin tables come with the palette, on its first use.
const MenuPalette = lazyDialog(async () => (await import("./MenuPalette")).MenuPalette);

/** Opens the palette that jumps to a page or a row; Ctrl+K (⌘K) from anywhere. */
export function MenuSearch() {
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);

  return (
    <>
      <button type="button" className="search-box" onClick={() => setOpen(true)}>
        <SearchOutlined />
        <span className="search-words">搜索</span>
        <kbd>Ctrl K</kbd>
      </button>
      {isOpen && <MenuPalette onClose={() => setOpen(false)} />}
    </>
  );
}
