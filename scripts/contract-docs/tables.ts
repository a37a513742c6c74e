import { type AnyCall, API_ERRORS, CALLS } from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { PAGE_KINDS } from '#src/routes/page-kinds.ts';
import { answerTable, objectSections, parameterTable } from './field-tables.ts';
import { jsonSchema } from './schemas.ts';
import { table } from './table.ts';

const FAILURES: readonly (readonly [kind: AnyCall['onFailure'], seen: string])[] = [
  [
    'notify',
    'for 400 the page `/400`, else the red banner for 3 s: the `desc` of a 404 or “Has Error”, the text of any other status',
  ],
  ['in-place', 'a message next to the control, with a way to continue'],
  ['log', 'nothing: no visitor made the call, or its result is available anyway'],
];

const TABLES: Readonly<Record<string, () => string>> = {
  contentObjects: () => objectSections('content'),
  listObjects: () => objectSections('lists'),
  visitorObjects: () => objectSections('visitor'),
  requiredParameters: () => parameterTable(true),
  requiredAnswers: () => answerTable(true),
  optionalParameters: () => parameterTable(false),
  optionalAnswers: () => answerTable(false),
  required: () => callTable(CALLS.filter((call) => call.required)),
  optional: () => callTable(CALLS.filter((call) => !call.required)),
  fallbacks: () =>
    table(
      ['without', 'visitors get'],
      CALLS.filter((call) => !call.required).map(({ name, fallback = '' }) => [code(name), fallback]),
    ),
  failures: () =>
    table(
      ['calls', '`onFailure`', 'a visitor sees'],
      FAILURES.map(([kind, seen]) => [
        kind === 'notify'
          ? 'all others'
          : list(CALLS.filter(({ onFailure }) => onFailure === kind).map(({ name }) => name)),
        code(kind),
        seen,
      ]),
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

/** Fills each table between `<!-- table:NAME -->` and `<!-- end -->` in a Markdown text. */
export function fillTables(text: string): string {
  return text.replaceAll(
    /(<!-- table:(\w+) -->\n)(?:.*\n)*?(<!-- end -->)/g,
    (_all, open: string, name: string, close: string) => {
      const make = TABLES[name];
      if (!make) throw new Error(`Unknown table "${name}". Tables: ${Object.keys(TABLES).join(', ')}`);
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

/** @throws {Error} if the kind of page does not exist */
export function addressOf(kind: string): string {
  const row = Object.entries(PAGE_KINDS).find(([name]) => name === kind)?.[1];
  if (row === undefined)
    throw new Error(`Unknown kind of page "${kind}". Kinds: ${Object.keys(PAGE_KINDS).join(', ')}`);
  return row.address;
}

const pages = ({ pages: kinds }: AnyCall) => (typeof kinds === 'string' ? kinds : list(kinds.map(addressOf)));

/** The names of a call's parameters, with a question mark after optional ones. */
function parameters(call: AnyCall): string {
  const schema = jsonSchema(call.params) as { properties?: Record<string, object>; required?: string[] };
  const isOptional = (name: string, property: object) => !schema.required?.includes(name) || 'default' in property;
  const all = Object.entries(schema.properties ?? {});
  return list(all.map(([name, property]) => (isOptional(name, property) ? `${name}?` : name)));
}

const code = (text: string) => `\`${text}\``;
const list = (texts: readonly string[]) => texts.map(code).join(' ');
