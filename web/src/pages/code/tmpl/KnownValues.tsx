import { CopyButton } from "@/widgets/CopyButton";
import "./tmpl.css";

type Known = readonly [value: string, meaning: string];

const TABLE: readonly Known[] = [
  ["table.name", "表名"],
  ["table.label", "表描述"],
  ["table.path", "资源路径"],
  ["table.class", "类名"],
  ["table.permission", "权限前缀"],
  ["table.group", "菜单目录"],
  ["table.isNew", "产品中还没有这个资源"],
  ["table.isDefined", "定义可以由生成器写"],
  ["table.uses", "定义引用的名称"],
  ["table.open", "左花括号"],
  ["table.lines", "定义中的各列"],
  ["table.close", "右花括号"],
  ["table.options", "定义的选项，逐个取出"],
  ["rules.isWanted", "是否生成规则文件"],
  ["rules.lines", "不导出的列，逐行取出"],
  ["page.isWanted", "是否生成页面"],
  ["page.name", "页面组件名"],
  ["page.url", "页面地址"],
  ["migration.sqlite", "SQLite 迁移"],
  ["migration.postgres", "PostgreSQL 迁移"],
  ["test.body", "测试用的一行"],
  ["test.checks", "测试核对的列，逐个取出"],
  ["notes", "生成前的提醒，逐条取出"],
];

const COLUMN: readonly Known[] = [
  ["column.name", "列名"],
  ["column.wire", "接口中的名称"],
  ["column.label", "标签"],
  ["column.kind", "类型"],
  ["column.type", "Rust 类型"],
  ["column.expression", "定义中的写法"],
  ["column.isMust", "是否必填"],
  ["column.isList", "是否在列表"],
  ["column.isForm", "是否在表单"],
  ["column.dictType", "字典"],
];

const LOOP = "{% for column in columns %}\n{{ column.label }}\n{% endfor %}";

/** What a template may use, to be copied into its text. */
export function KnownValues() {
  return (
    <section className="template-values" aria-label="可用变量">
      <h3>可用变量</h3>
      <p className="muted">
        标签只有 if、elif、else 和 for，过滤器有 quoted、pascal 和
        camel。模板不能读文件、访问网络或调用函数。
      </p>
      <List known={TABLE} />
      <h3>
        每一列 <CopyButton text={LOOP} label="复制循环" />
      </h3>
      <pre>{LOOP}</pre>
      <List known={COLUMN} />
    </section>
  );
}

function List({ known }: { known: readonly Known[] }) {
  return (
    <ul>
      {known.map(([value, meaning]) => (
        <li key={value}>
          <code>{`{{ ${value} }}`}</code>
          <span>{meaning}</span>
          <CopyButton text={`{{ ${value} }}`} label={`复制${meaning}`} />
        </li>
      ))}
    </ul>
  );
}
