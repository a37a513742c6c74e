import { type AnyCall, API_ERRORS, CALLS } from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { addressOf } from './page-addresses.ts';
import { jsonSchema } from './schemas.ts';

const TABLES: Readonly<Record<string, () => string>> = {
  required: () => callTable(CALLS.filter((call) => call.required)),
  optional: () => callTable(CALLS.filter((call) => !call.required)),
  fallbacks: () =>
    table(
      ['without', 'visitors get'],
      CALLS.filter((call) => !call.required).map(({ name, fallback = '' }) => [code(name), fallback]),
    ),
  errors: () =>
    table(
      ['status', 'code'],
      Object.entries(API_ERRORS).map(([name, status]) => [String(status), code(name)]),
    ),
  locales: () =>
    table(
      ['locale', 'section', 'lang', 'a POST carries them in'],
      Object.values(LOCALES).map(({ code: locale, section, lang, postParamsInQuery }) => [
        locale,
        String(section),
        code(lang),
        postParamsInQuery ? 'the query' : 'the body',
      ]),
    ),
};

/** Fills each `<!-- table:NAME -->` … `<!-- end -->` of a Markdown text. */
export function fillTables(text: string): string {
  return text.replaceAll(
    /(<!-- table:(\w+) -->\n)(?:.*\n)*?(<!-- end -->)/g,
    (_all, open: string, name: string, close: string) => {
      const make = TABLES[name];
      if (!make) throw new Error(`There is no table "${name}". Tables: ${Object.keys(TABLES).join(', ')}`);
      return `${open}${make()}${close}`;
    },
  );
}

function callTable(calls: readonly AnyCall[]): string {
  const head = ['call', 'purpose', 'parameters', 'errors', 'pages'];
  return table(
    head,
    calls.map((call) => [title(call), call.purpose, parameters(call), list(call.errors), pages(call)]),
  );
}

const title = ({ method, path, signedIn }: AnyCall) => `${method} ${code(path)}${signedIn ? ' (signed in)' : ''}`;

const pages = ({ pages: kinds }: AnyCall) => (typeof kinds === 'string' ? kinds : list(kinds.map(addressOf)));

/** Names, a question mark behind those that may be left out. */
function parameters(call: AnyCall): string {
  const schema = jsonSchema(call.params) as { properties?: Record<string, object>; required?: string[] };
  const isOptional = (name: string, property: object) => !schema.required?.includes(name) || 'default' in property;
  const all = Object.entries(schema.properties ?? {});
  return list(all.map(([name, property]) => (isOptional(name, property) ? `${name}?` : name)));
}

const code = (text: string) => `\`${text}\``;
const list = (texts: readonly string[]) => texts.map(code).join(' ');

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}
