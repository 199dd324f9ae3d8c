import { childrenOf, nameOf, nodesOf, parse, type Node, type SourceFile } from "./source";

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

/** What a module declares at its top, however it is written: the hooks in it are one component's. */
interface Part {
  file: string;
  name: string;
  body: Node;
}

/**
 * Places where a form is drawn only while a query is in a certain state. What a person typed would
 * go when the answer is forgotten, fails or is asked for again; `useTaken` is what a form stands on.
 */
export function formsUnderQueries(files: readonly SourceFile[]): string[] {
  const parts = files.flatMap(partsOf);
  const holders = holdersAmong(parts);
  return parts.flatMap(({ file, name, body }) =>
    [...under(body, queryNames(body), holders, false)].map(
      (form) => `${file}: ${name} draws <${form}> under a query`,
    ),
  );
}

function partsOf(file: SourceFile): Part[] {
  const own = baseName(file.path);
  return childrenOf(parse(file)).flatMap((statement) => {
    const isExport = statement.type.startsWith("Export");
    const declared = isExport ? (statement.declaration as Node | null) : statement;
    if (!declared) return [];
    const each =
      declared.type === "VariableDeclaration" ? (declared.declarations as Node[]) : [declared];
    return each.map((body) => ({ file: file.path, name: nameOf(body.id) || own, body }));
  });
}

const baseName = (path: string) => path.replace(/^.*\//, "").replace(/\.\w+$/, "");

/** Components that hold a form, themselves or in what they draw. */
function holdersAmong(parts: readonly Part[]): ReadonlySet<string> {
  const components = parts
    .filter(({ name }) => /^[A-Z]/.test(name))
    .map(({ name, body }) => ({
      name,
      draws: [...[...nodesOf(body)].map(elementOf), ...wrappedBy(body)],
    }));
  const holders = new Set(["Form"]);
  for (let size = 0; size < holders.size;) {
    size = holders.size;
    for (const { name, draws } of components)
      if (draws.some((one) => holders.has(one))) holders.add(name);
  }
  return holders;
}

/** Names in what a wrapper is given: `memo(Bare)`, `lazyPart(async () => (await …).Bare)`. */
function wrappedBy({ init }: Node): string[] {
  const made = bare(init as Node | null);
  return made?.type === "CallExpression" ? [...nodesOf(made)].map(nameOf) : [];
}

/** Without what only the compiler reads. */
function bare(node: Node | null): Node | null {
  return node?.type.startsWith("TS") ? bare(node.expression as Node | null) : node;
}

const elementOf = (node: Node): string =>
  node.type === "JSXElement" ? nameOf((node.openingElement as Node).name) : "";

interface Names {
  /** Variables that hold a query. */
  queries: Set<string>;
  /** Variables taken out of one. */
  passing: Set<string>;
}

function queryNames(body: Node): Names {
  const names: Names = { queries: new Set(), passing: new Set() };
  for (const node of nodesOf(body)) {
    if (node.type !== "VariableDeclarator") continue;
    const target = node.id as Node;
    const init = bare(node.init as Node | null);
    if (!init || isFunction(init)) continue;
    const isQuery = isHook(init) || names.queries.has(nameOf(init));
    if (target.type === "Identifier") {
      if (isQuery) names.queries.add(nameOf(target));
      else if (asksQuery(init, names)) names.passing.add(nameOf(target));
    }
    if (isQuery && target.type === "ObjectPattern")
      for (const { key, value } of target.properties as Node[])
        if (PASSING.has(nameOf(key))) names.passing.add(nameOf(value));
  }
  return names;
}

/** What comes out of `useMemo` is what went into it. */
const isHook = (node: Node) =>
  node.type === "CallExpression" && /^use(?!Memo$)[A-Z]/.test(nameOf(node.callee));
const isFunction = ({ type }: Node) => /^(Arrow)?Function/.test(type);

function asksQuery(node: Node, names: Names): boolean {
  if (names.passing.has(nameOf(node))) return true;
  if (node.type === "MemberExpression") {
    const { object, property } = node as Node & { object: Node; property: Node };
    const isOfQuery = names.queries.has(nameOf(object)) || isHook(object);
    if (isOfQuery && PASSING.has(nameOf(property))) return true;
    // A property may be called like a variable.
    return asksQuery(object, names) || (node.computed === true && asksQuery(property, names));
  }
  // What a hook has taken out of an answer stays when the answer goes.
  if (isHook(node)) return false;
  return childrenOf(node).some((child) => asksQuery(child, names));
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
