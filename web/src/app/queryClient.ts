import { QueryClient } from "@tanstack/react-query";
import { onWritten } from "../api/written";

// The client has already told the person what failed; repeating it three times
// would repeat the words too. A page offers its own 重试.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0 },
    mutations: { retry: false },
  },
});

// Pages stay alive in their tabs. A user's new role changes the count in the list of roles: what
// one page wrote makes the rows of all others old, and they are fetched when someone returns to
// them. The page that wrote reloads its own rows at once.
onWritten(() => void queryClient.invalidateQueries({ queryKey: ["rows"], refetchType: "none" }));
