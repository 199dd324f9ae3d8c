import { QueryClient } from "@tanstack/react-query";

// The client has already told the person what failed; repeating it three times
// would repeat the words too. A page offers its own 重试.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0 },
    mutations: { retry: false },
  },
});
