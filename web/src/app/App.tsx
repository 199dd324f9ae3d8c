import { QueryClientProvider } from "@tanstack/react-query";
import { ConfigProvider } from "antd";
import zhCN from "antd/locale/zh_CN";
import { useLayoutEffect, useMemo } from "react";
import { RouterProvider } from "react-router";
import { FeedbackHost } from "@/lib/feedback";
import { useAppearance } from "@/lib/size";
import { applyTokens, themeFor } from "@/theme/tokens";
import { LoadingOverlay } from "./LoadingOverlay";
import { queryClient } from "./queryClient";
import { router } from "./router";

export function App() {
  const { mode, size } = useAppearance();
  const theme = useMemo(() => themeFor(mode, size), [mode, size]);
  useLayoutEffect(() => applyTokens(mode, size), [mode, size]);
  return (
    <ConfigProvider theme={theme} locale={zhCN} button={{ autoInsertSpace: false }}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <FeedbackHost />
        <LoadingOverlay />
      </QueryClientProvider>
    </ConfigProvider>
  );
}
