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

it.each([
  ["an arrow", "const Page = () => { BODY };"],
  ["an arrow that is exported", "export const Page = (): ReactNode => { BODY };"],
  ["an arrow without a block", "const Page = () => useQuery({}).data ? <Form /> : null;"],
  ["an expression", "const Page = function () { BODY };"],
  ["a memo", "export const Page = memo(function Page() { BODY });"],
  ["a memo by its module", "const Page = React.memo(() => { BODY });"],
  ["a ref passed on", "const Page = forwardRef<Ref, Props>((props, ref) => { BODY });"],
  ["both of them", "const Page = memo(forwardRef(function (props, ref) { BODY })) as Generic;"],
  ["a default", "export default function Page() { BODY }"],
  ["a default without a name", "export default function () { BODY }"],
  ["a default arrow", "export default () => { BODY };"],
  ["a default memo", "export default memo(function Page() { BODY });"],
  ["a hook that draws", "export function usePage() { BODY }"],
  ["a function inside another", "const pages = { draw: () => { BODY } };"],
])("finds a form in %s", (_what, text) => {
  const body = "const asked = useQuery({}); return asked.data ? <Form /> : null;";
  expect(found(text.replace("BODY", body))).toHaveLength(1);
});

it.each([
  ["an arrow", "const Filled = () => <Form />;"],
  ["a memo", "const Filled = memo(() => <Form />);"],
  ["a memo of another", "function Bare() { return <Form />; } const Filled = memo(Bare);"],
  ["a part that comes later", "const Filled = lazyDialog(async () => (await import('./B')).Bare);"],
])("knows a form held by %s", (_what, text) => {
  const bare = { path: "B.tsx", text: "export const Bare = () => <Form />;" };
  const page =
    "function Page() { const asked = useQuery({}); return asked.data ? <Filled /> : null; }";
  expect(formsUnderQueries([bare, { path: "Page.tsx", text: `${text} ${page}` }])).toEqual([
    "Page.tsx: Page draws <Filled> under a query",
  ]);
});

it("finds a form under a part of an answer", () => {
  const text =
    "function Page() { const { data: row } = useQuery({}); return row ? <Form /> : null; }";
  expect(found(text)).toHaveLength(1);
});

it.each([
  "const row = useRow(7).data; return row ? <Form /> : null;",
  "const asked = useQuery({}); const row = asked.data?.find(Boolean); return row && <Form />;",
  "const { data } = useQuery({}); const one = useMemo(() => data?.[0], [data]); return one && <Form />;",
])("finds a form under what was taken out of an answer: %s", (body) => {
  expect(found(`function Page() { ${body} }`)).toHaveLength(1);
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
