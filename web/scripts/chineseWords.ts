import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const quietIcon = fileURLToPath(new URL("../src/theme/QuietIcon.tsx", import.meta.url));

/** Words for a screen reader that the components give no way to set: where they stand, and ours. */
const WORDS: Record<string, Record<string, string>> = {
  "@rc-component/select/es/hooks/useAllowClear.js": { "'Clear'": "'清空'" },
  "@rc-component/input-number/es/StepHandler.js": {
    "'Increase Value'": "'增加'",
    "'Decrease Value'": "'减少'",
  },
  "@rc-component/tabs/es/TabNavList/TabNode.js": {
    // A screen reader counts tabs by itself; this would stand in the name of the tab.
    "`Tab ${currentPosition} of ${tabCount}`": "null",
  },
  "@rc-component/tabs/es/TabNavList/OperationNode.js": { "'expanded dropdown'": "'更多页签'" },
  "@rc-component/dialog/es/Dialog/Content/Panel.js": { '"Close"': '"关闭"' },
  "@rc-component/notification/es/Notification.js": { '"Close"': '"关闭"' },
};

/** Makes the components say to a screen reader what they say on the screen: Chinese. */
export function chineseWords(): Plugin {
  return {
    name: "chinese-words",
    enforce: "pre",
    // Every icon is drawn by one component of its package; ours is put in front of it.
    resolveId: (source, importer) =>
      source === "../components/AntdIconLight" && importer?.includes("@ant-design/icons/es/icons/")
        ? quietIcon
        : null,
    transform(code, id) {
      const words = Object.entries(WORDS).find(([file]) => id.endsWith(file))?.[1];
      if (!words) return null;
      let text = code;
      for (const [english, chinese] of Object.entries(words)) {
        // A newer version may have moved the word, or learnt to be told it.
        if (!code.includes(english)) this.error(`${id} no longer says ${english}`);
        text = text.replaceAll(english, () => chinese);
      }
      return { code: text, map: null };
    },
  };
}
