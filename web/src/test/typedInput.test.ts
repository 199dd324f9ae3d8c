import { expect, it } from "vitest";
import { sourceFiles } from "./source";
import { formsUnderQueries } from "./typedInput";

const found = (text: string) => formsUnderQueries([{ path: "Page.tsx", text }]);

it("nothing a person types lives under a query", () => {
  const files = sourceFiles();
  expect(files.length).toBeGreaterThan(200);
  expect(formsUnderQueries(files)).toEqual([]);
});

it.each([
  ["an early return", "if (!asked.data) return null; return <Form />;"],
  ["an error", "if (asked.error) { return <p />; } return <Form />;"],
  ["a choice", "return asked.isLoading ? <p /> : <Form />;"],
  ["an and", "return <div>{asked.data && <Form />}</div>;"],
  ["a component that holds a form", "return <div>{asked.data ? <Filled /> : null}</div>;"],
  ["an answer's own frame", "return <Loaded query={asked}>{() => <Form />}</Loaded>;"],
])("finds a form under %s", (_what, body) => {
  const text = `function Filled() { return <Form />; } function Page() { const asked = useQuery({}); ${body} }`;
  expect(found(text)).toHaveLength(1);
});

it("finds a form under a part of an answer", () => {
  const text =
    "function Page() { const { data: row } = useQuery({}); return row ? <Form /> : null; }";
  expect(found(text)).toHaveLength(1);
});

it("lets a form stand on what it has taken, and figures beside it on a query", () => {
  const text = `function Page() {
    const asked = useQuery({});
    const taken = useTaken(asked.data);
    if (!taken) return asked.error ? <p /> : <Skeleton />;
    return <Form>{asked.data ? <Figures /> : null}</Form>;
  }`;
  expect(found(text)).toEqual([]);
});
