import { childrenOf, nodesOf, parse, type Node, type SourceFile } from "./source";

/** What a query tells about itself; what stands on it comes and goes with the query. */
const PASSING = new Set([
  "data",
  "error",
  "isError",
  "isFetched",
  "isFetching",
  "isLoading",
  "isPending",
  "isSuccess",
  "status",
]);

/** Draws its children only while a query has an answer. */
const LOADED = "Loaded";

interface Component {
  file: string;
  name: string;
  body: Node;
}

/**
 * Places where a form is drawn only while a query is in a certain state. What a person typed would
 * go when the answer is forgotten, fails or is asked for again; `useTaken` is what a form stands on.
 */
export function formsUnderQueries(files: readonly SourceFile[]): string[] {
  const components = files.flatMap(componentsOf);
  const holders = holdersAmong(components);
  return components.flatMap(({ file, name, body }) =>
    [...under(body, queryNames(body), holders, false)].map(
      (form) => `${file}: ${name} draws <${form}> under a query`,
    ),
  );
}

function componentsOf(file: SourceFile): Component[] {
  return childrenOf(parse(file)).flatMap((statement) => {
    const declared = statement.type.startsWith("Export")
      ? (statement.declaration as Node | null)
      : statement;
    if (declared?.type !== "FunctionDeclaration") return [];
    const name = nameOf(declared.id);
    return /^[A-Z]/.test(name) ? [{ file: file.path, name, body: declared.body as Node }] : [];
  });
}

/** Components that hold a form, themselves or in what they draw. */
function holdersAmong(components: readonly Component[]): ReadonlySet<string> {
  const holders = new Set(["Form"]);
  for (let size = 0; size < holders.size;) {
    size = holders.size;
    for (const { name, body } of components)
      if ([...nodesOf(body)].some((node) => holders.has(elementOf(node)))) holders.add(name);
  }
  return holders;
}

const nameOf = (node: unknown): string => {
  const { type, name } = (node ?? {}) as Node;
  return (type === "Identifier" || type === "JSXIdentifier") && typeof name === "string"
    ? name
    : "";
};

const elementOf = (node: Node): string =>
  node.type === "JSXElement" ? nameOf((node.openingElement as Node).name) : "";

interface Names {
  /** Variables that hold a query. */
  queries: ReadonlySet<string>;
  /** Variables taken out of one. */
  passing: ReadonlySet<string>;
}

function queryNames(body: Node): Names {
  const queries = new Set<string>();
  const passing = new Set<string>();
  for (const node of nodesOf(body)) {
    if (node.type !== "VariableDeclarator") continue;
    const init = node.init as Node | null;
    if (init?.type !== "CallExpression" || !/^use[A-Z]/.test(nameOf(init.callee))) continue;
    const target = node.id as Node;
    if (target.type === "Identifier") queries.add(nameOf(target));
    if (target.type !== "ObjectPattern") continue;
    for (const property of target.properties as Node[])
      if (PASSING.has(nameOf(property.key))) passing.add(nameOf(property.value));
  }
  return { queries, passing };
}

function asksQuery(test: Node, { queries, passing }: Names): boolean {
  return [...nodesOf(test)].some((node) =>
    node.type === "MemberExpression"
      ? queries.has(nameOf(node.object)) && PASSING.has(nameOf(node.property))
      : passing.has(nameOf(node)),
  );
}

/** The forms that are drawn under a condition about a query. */
function* under(
  node: Node,
  names: Names,
  holders: ReadonlySet<string>,
  isUnder: boolean,
): Generator<string> {
  const element = elementOf(node);
  if (isUnder && holders.has(element)) yield element;
  if (node.type === "BlockStatement") {
    let isLater = isUnder;
    for (const statement of node.body as Node[]) {
      yield* under(statement, names, holders, isLater);
      // What follows an early return stands under its condition.
      isLater ||= returnsEarly(statement) && asksQuery(statement.test as Node, names);
    }
    return;
  }
  const isChoice = node.type === "ConditionalExpression" || node.type === "IfStatement";
  const decides = isChoice ? node.test : node.type === "LogicalExpression" ? node.left : null;
  const isHere =
    isUnder || element === LOADED || (decides !== null && asksQuery(decides as Node, names));
  for (const child of childrenOf(node)) yield* under(child, names, holders, isHere);
}

function returnsEarly(statement: Node): boolean {
  return (
    statement.type === "IfStatement" &&
    [...nodesOf(statement.consequent as Node)].some(({ type }) => type === "ReturnStatement")
  );
}
