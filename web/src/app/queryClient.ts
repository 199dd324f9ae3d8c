import { QueryClient } from "@tanstack/react-query";
import { onWritten } from "@/api/written";
import { onNetworkBack } from "@/lib/network";

// The client has already told the person what failed; repeating it three times
// would repeat the words too. A page offers its own 重试.
export const queryClient = new QueryClient({
  defaultOptions: {
    // "always": without a network a call fails and says so. The library's own way is to let it
    // wait without a word, with the rows of another page on the screen.
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0, networkMode: "always" },
    mutations: { retry: false, networkMode: "always" },
  },
});

// Pages stay alive in their tabs. A user's new role changes the count in the list of roles: what
// one page wrote makes the rows of all others old, and they are fetched when someone returns to
// them. The page that wrote reloads its own rows at once.
onWritten(() => void queryClient.invalidateQueries({ queryKey: ["rows"], refetchType: "none" }));

/** What forms were filled from: asking again would take away what was typed. */
const formKeys = new Set<unknown>(["record", "config"]);

// What was shown before the network went is old now, and what failed meanwhile may succeed.
onNetworkBack(
  () =>
    void queryClient.invalidateQueries({
      predicate: ({ queryKey, state }) => state.status === "error" || !formKeys.has(queryKey[0]),
    }),
);
