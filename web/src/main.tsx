import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { applyTokens } from "./theme/tokens";
import "./theme/base.css";

applyTokens("light", "small");

const root = document.getElementById("root");
if (root) createRoot(root).render(<StrictMode>掌柜</StrictMode>);
