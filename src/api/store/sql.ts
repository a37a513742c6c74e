import type { SQLInputValue } from 'node:sqlite';

type Dialect = 'sqlite' | 'postgres';

/** A value of a statement. Only PostgreSQL accepts lists. */
export type SqlValue = SQLInputValue | readonly number[] | readonly string[];

/** A statement or a part of one, with its values. Created by `sql`, `raw`, `joined` or `perDialect`. */
export type Sql = Template | Variants;

class Template {
  readonly texts: readonly string[];
  readonly parts: readonly (SqlValue | Sql)[];

  constructor(texts: readonly string[], parts: readonly (SqlValue | Sql)[]) {
    this.texts = texts;
    this.parts = parts;
  }
}

class Variants {
  readonly sqlite: Sql;
  readonly postgres: Sql;

  constructor(sqlite: Sql, postgres: Sql) {
    this.sqlite = sqlite;
    this.postgres = postgres;
  }
}

/** Template tag for SQL. Each `${value}` becomes a placeholder, each `${sql`…`}` a part of the statement. */
export const sql = (texts: TemplateStringsArray, ...parts: (SqlValue | Sql)[]): Sql => new Template(texts, parts);

/** Returns SQL that contains the text unchanged, such as the name of a table. Never pass user input. */
export const raw = (text: string | number): Sql => new Template([String(text)], []);

export function joined(parts: readonly (SqlValue | Sql)[], separator = ', '): Sql {
  if (parts.length === 0) return raw('');
  return new Template(['', ...parts.slice(1).map(() => separator), ''], parts);
}

/** Returns a part of a statement that differs between the databases. */
export const perDialect = ({ sqlite, postgres }: Readonly<Record<Dialect, Sql>>): Sql => new Variants(sqlite, postgres);

/** A statement in the form that database drivers accept. */
export interface Statement {
  readonly text: string;
  readonly values: SqlValue[];
}

export function statementOf(query: Sql, dialect: Dialect): Statement {
  const values: SqlValue[] = [];
  const textOf = (template: Sql): string => {
    if (template instanceof Variants) return textOf(template[dialect]);
    let text = template.texts[0] ?? '';
    for (const [index, part] of template.parts.entries()) {
      if (part instanceof Template || part instanceof Variants) text += textOf(part);
      else {
        values.push(part);
        text += dialect === 'sqlite' ? '?' : `$${values.length}`;
      }
      text += template.texts[index + 1] ?? '';
    }
    return text;
  };
  return { text: textOf(query), values };
}
