//! The templates that come with the program.

/// A template: what it is called, where its file goes, and its text.
#[derive(Debug, Clone, Copy)]
pub struct Builtin {
    pub name: &'static str,
    pub path: &'static str,
    pub text: &'static str,
}

/// The group that is always there and never changes.
pub const GROUP: &str = "内置";

const fn of(name: &'static str, path: &'static str, text: &'static str) -> Builtin {
    Builtin { name, path, text }
}

/// What they are called.
pub fn names() -> [&'static str; ALL.len()] {
    ALL.map(|template| template.name)
}

/// A path that comes out empty makes no file.
pub const ALL: [Builtin; 8] = [
    of(
        "资源定义",
        "{% if table.isDefined %}crates/schema/src/resources/{{ table.name }}.rs{% endif %}",
        include_str!("templates/definition.rs.j2"),
    ),
    of(
        "资源规则",
        "{% if rules.isWanted %}crates/service/src/resources/{{ table.name }}.rs{% endif %}",
        include_str!("templates/rules.rs.j2"),
    ),
    of(
        "页面",
        "{% if page.isWanted %}web/src/pages/{{ table.path }}/{{ page.name }}.tsx{% endif %}",
        include_str!("templates/page.tsx.j2"),
    ),
    of(
        "接口测试",
        "{% if table.isNew %}crates/server/tests/http/{{ table.name }}.rs{% endif %}",
        include_str!("templates/http_test.rs.j2"),
    ),
    of(
        "浏览器测试",
        "{% if table.isNew %}e2e/flows/{{ table.name | camel }}.test.ts{% endif %}",
        include_str!("templates/browser_test.ts.j2"),
    ),
    of(
        "SQLite迁移",
        "{% if migration.sqlite %}migrations/sqlite/{{ table.name }}.sql{% endif %}",
        "{{ migration.sqlite }}",
    ),
    of(
        "PostgreSQL迁移",
        "{% if migration.postgres %}migrations/postgres/{{ table.name }}.sql{% endif %}",
        "{{ migration.postgres }}",
    ),
    of(
        "说明",
        "说明.md",
        include_str!("templates/instructions.md.j2"),
    ),
];
