type Value = string | number | bigint | null | NodeJS.ArrayBufferView;

/** A statement of ours as PostgreSQL takes it. */
export interface Translated {
  readonly text: string;
  /** Whether it puts a row into a table whose ids the database gives: it returns the id. */
  readonly givesId: boolean;
  /** Makes PostgreSQL's form of the values that are patterns. */
  values(given: readonly Value[]): unknown[];
}

/** Tables whose \`id\` the database gives. */
const COUNTED =
  /^\s*INSERT INTO (?:authors|genres|tags|keywords|categories|books|chapters|rankings|shelves|banners|help_events|audit_log|users|recharges|vouchers|sessions|translator_applications|push_subscriptions|reports)\b/;

/** What both cannot take in one form. */
const REWRITTEN: readonly (readonly [RegExp, string])[] = [
  [/LIMIT -1\b/g, 'LIMIT ALL'],
  [/\bCROSS JOIN\b/g, 'JOIN'],
  [/\bGLOB\b/g, 'LIKE'],
  [/\b\w+ MATCH (\$\d+)/g, 'words @@ $1::tsquery'],
];

export function translate(sql: string): Translated {
  // PostgreSQL refuses values that the statement does not name.
  const used: number[] = [];
  let count = 0;
  // No text of ours in a statement holds a question mark.
  const numbered = sql.replaceAll(/\?(\d*)/g, (_mark, number: string) => {
    const place = number === '' ? count++ : Number(number) - 1;
    if (!used.includes(place)) used.push(place);
    return `$${used.indexOf(place) + 1}`;
  });
  const forms = new Map<number, (text: string) => string>();
  for (const [, kind, number] of numbered.matchAll(/ (MATCH|GLOB) \$(\d+)/g))
    forms.set(Number(number) - 1, kind === 'GLOB' ? toLike : toTsquery);
  const text = REWRITTEN.reduce((given, [pattern, instead]) => given.replaceAll(pattern, instead), numbered);
  const givesId = COUNTED.test(text) && !/\bRETURNING\b/.test(text);
  return {
    text: givesId ? `${text} RETURNING id` : text,
    givesId,
    values: (given) => used.map((place, index) => forms.get(index)?.(String(given[place])) ?? given[place]),
  };
}

/** A pattern of GLOB as one of LIKE; of brackets we use those around one sign alone. */
export const toLike = (pattern: string): string =>
  pattern.replaceAll(/\[(.)\]|[*?]|[%_\\]/g, (part, bracketed: string | undefined) => {
    if (bracketed !== undefined) return bracketed;
    if (part === '*') return '%';
    return part === '?' ? '_' : `\\${part}`;
  });

const FIELDS: Readonly<Record<string, string>> = { title: 'A', author: 'B', subjects: 'C', introduction: 'D' };

/** An expression of FTS5 (reads/fts-query.ts) as a tsquery: its words are letters and digits alone. */
export function toTsquery(expression: string): string {
  const [, field = '', rest = ''] = /^(?:(\w+) : )?(.*)$/s.exec(expression) ?? [];
  const letter = FIELDS[field] ?? '';
  return rest
    .replaceAll(/"([^"]*)"(\*?)/g, (_term, phrase: string, star: string) => {
      const words = phrase.split(' ').filter((word) => word !== '');
      const marked = words.map((word, index) => {
        const marks = `${index === words.length - 1 ? star : ''}${letter}`;
        return marks === '' ? `'${word}'` : `'${word}':${marks}`;
      });
      return words.length === 1 ? marked.join() : `(${marked.join(' <-> ')})`;
    })
    .replaceAll(' AND ', ' & ')
    .replaceAll(' OR ', ' | ');
}
