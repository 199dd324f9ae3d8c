import "dayjs/locale/zh-cn";
import dayjs from "dayjs";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { AppBoundary } from "./app/AppBoundary";
import { mendStyles } from "./lib/chunk";
import "./theme/base.css";

dayjs.locale("zh-cn");

async function start(root: HTMLElement) {
  // Unstyled work is worse than a moment's wait; when they do not come, the page's own sentence
  // in index.html shows and leads to a second try.
  await mendStyles();
  createRoot(root).render(
    <StrictMode>
      <AppBoundary>
        <App />
      </AppBoundary>
    </StrictMode>,
  );
}

const root = document.getElementById("root");
if (root) void start(root).catch(() => root.classList.add("boot-failed"));
