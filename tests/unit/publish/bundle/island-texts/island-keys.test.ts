import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectIslandKeys, readAreaKeys } from '#src/publish/bundle/island-texts/island-keys.ts';
import { createFileParser } from '#src/publish/bundle/island-texts/walk-modules.ts';

const PROJECT = join(import.meta.dirname, '../../../../..');
const FOLDER = 'src/features/shelf/island';
const AREAS = {
  shelf: {
    title: 'Shelf',
    add: 'Add',
    books_one: '1 book',
    books_other: '{{count}} books',
    'kind-a': 'A',
    'kind-b': 'B',
  },
  account: { title: 'Account', name: 'Name', 'error-often': 'Too often', save: 'Save' },
};

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'island-keys-'));
  for (const [area, texts] of Object.entries(AREAS)) write(`src/i18n/locales/en/${area}.json`, JSON.stringify(texts));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, code: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), code);
}

const collect = (files: Record<string, string>) => {
  for (const [file, code] of Object.entries(files)) write(join(FOLDER, file), code);
  return collectIslandKeys(root, join(root, FOLDER, 'Shelf.tsx'), readAreaKeys(root)).keys;
};

/** Returns the keys of an island whose `t` is typed for the area `shelf`. */
const keysIn = (code: string) =>
  collect({ 'Shelf.tsx': `export function Shelf(props) { const { t } = useIsland<'shelf'>(props); ${code} }` })[
    'shelf'
  ];

describe('collectIslandKeys', () => {
  it.each([
    ['a literal', "return t('title');", ['title']],
    [
      'both branches of a condition, but not its test',
      "return t(x === 'add' ? 'title' : 'kind-a');",
      ['kind-a', 'title'],
    ],
    ['a fallback', "return t(x ?? 'add');", ['add']],
    ['a literal behind a type assertion', "return t('add' as Key);", ['add']],
    ['a `t` that is a property', "return island.t('add');", ['add']],
    ['a plural form by its stem', "return t('books', { count: 2 });", ['books']],
    ['every key that a template matches', `return t(\`kind-$\{kind}\`);`, ['kind-a', 'kind-b']],
    ['values of a table', "const KEYS = { x: 'add', title: 1 }; return t(KEYS[x]);", ['add']],
    ['the text of a component', 'return <Row text="add" />;', ['add']],
  ])('collects %s', (_what, code, keys) => {
    expect(keysIn(code)).toEqual(keys);
  });

  it.each([
    ['attributes of HTML', '<a rel="title">x</a>'],
    ['the props `name` and `type` of components', '<Icon name="add" type="title" />'],
    ['comparisons', "x === 'add'"],
    ['templates that are not passed to `t`', `\`kind-$\{x}\``],
    ['types', "null as 'add' | null"],
  ])('ignores %s', (_what, code) => {
    expect(keysIn(`return ${code};`)).toEqual([]);
  });

  it('follows static and dynamic imports, and ignores the unused parts of a module', () => {
    const keys = collect({
      'Shelf.tsx':
        "import { used } from './keys.ts'; export const Shelf = (t: AreaT<'shelf'>) => [used, import('./Late.tsx')];",
      'keys.ts': "export const used = { x: 'add' }; export const unused = { x: 'kind-a' };",
      'Late.tsx': "export const Late = ({ t }: { t: AreaT<'shelf'> }) => t('title');",
    });
    expect(keys).toEqual({ shelf: ['add', 'title'] });
  });

  it('ignores strings that only state stores (nanostores) use', () => {
    const keys = collect({
      'Shelf.tsx': "import { $kind } from './state.ts'; export const Shelf = (t: AreaT<'shelf'>) => $kind;",
      'state.ts': "export const $kind = 'add';",
    });
    expect(keys).toEqual({ shelf: [] });
  });

  it('assigns a key to the first of the areas in the type of `t` that contains the key', () => {
    const keys = collect({
      'Shelf.tsx':
        "import type { T } from './props.ts'; export const Shelf = ({ t }: { t: T }) => [t('title'), t('save')];",
      'props.ts': "export type T = AreaT<'shelf'> & AreaT<'account'>;",
    });
    expect(keys).toEqual({ account: ['save'], shelf: ['title'] });
  });

  it.each([
    ["t('absent')", 'absent'],
    ["t('save')", 'save'],
    [`t(\`absent-$\{x}\`)`, 'absent-…'],
  ])('rejects %s, and names the file and line', (call, key) => {
    expect(() => keysIn(`\n\n return ${call};`)).toThrow(`${FOLDER}/Shelf.tsx:3: t('${key}') has no text in shelf.`);
  });

  it("rejects a key that exists in two of an island's areas", () => {
    const files = {
      'Shelf.tsx': "import { b } from './b.ts'; export const Shelf = (t: AreaT<'shelf'>) => [t('title'), b];",
      'b.ts': "export const b = (t: AreaT<'account'>) => t('title');",
    };
    expect(() => collect(files)).toThrow(
      `${FOLDER}/b.ts:1: 'title' is a text of account, and of shelf in ${FOLDER}/Shelf.tsx:1.`,
    );
  });

  it('rejects a module that cannot be parsed', () => {
    expect(() => collect({ 'Shelf.tsx': 'export const = 1;' })).toThrow('Shelf.tsx cannot be parsed');
  });
});

const pages = globSync('src/features/**/*.astro', { cwd: PROJECT }).map((file) =>
  readFileSync(join(PROJECT, file), 'utf8'),
);
const islands = pages.flatMap((code) => [...code.matchAll(/\/(\w+)\.tsx\?texts/g)].map(([, name]) => name));

const { parse } = createFileParser();
it.each(islands)('the island %s has a text for every key it shows', (name) => {
  const [entry = ''] = globSync(`src/features/**/${name}.tsx`, { cwd: PROJECT });
  const { keys, files } = collectIslandKeys(PROJECT, join(PROJECT, entry), readAreaKeys(PROJECT), parse);
  expect(Object.values(keys).flat()).not.toEqual([]);
  expect(files).toContain(join(PROJECT, entry));
});
