import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PAGE_KINDS } from '#src/routes/page-kinds.ts';
import { parsePath } from '#src/routes/parse.ts';

const PRODUCT = readFileSync('docs/product.md', 'utf8');

const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

it('every text quoted in docs/product.md exists on the site', () => {
  const texts =
    filesIn('src/i18n/locales/en', /\.json$/) +
    ['src/serve', 'src/api/calls', 'src/contract/client'].map((folder) => filesIn(folder, /\.ts$/)).join();
  const quoted = [...PRODUCT.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text);
  expect(quoted.length).toBeGreaterThan(10);
  // Placeholders in braces are replaced at run time.
  expect(quoted.filter((text) => !texts.includes(text.replace(/ *\{\w+\}/, '').replaceAll(/\s+/g, ' ')))).toEqual([]);
});

/** A sample value for each placeholder in a URL. */
const SAMPLES: Readonly<Record<string, string>> = {
  subid: '7',
  bookId: '12',
  bookid: '12',
  activeId: '3',
  authorId: '4',
  chapterid: '34',
  type: 'hot',
  id: '1',
  num: '2',
  letter: 'A',
  page: '2',
  token: 'abcdefghijklmnop',
  look: '0123456789',
};

it('docs/product.md describes each kind of page by URLs that match it, with and without optional parts', () => {
  const rows = [...PRODUCT.matchAll(/^\| (`\/.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\/[^`]*)`/g)].map(([, path = '']) => path),
  );
  expect(rows.length).toBeGreaterThan(25);
  const forms = rows.flatMap((row) => [row.replaceAll('?}', '}'), row.replaceAll(/\/\{\w+\?\}/g, '')]);
  const addresses = forms.map((form) =>
    form.replaceAll(/\{(\w+)\}/g, (_all, name: string) => SAMPLES[name] ?? 'Some-Name'),
  );
  const kinds = addresses.map((address) => parsePath(address, ['en'])?.kind);
  expect(addresses.filter((_address, index) => kinds[index] === undefined)).toEqual([]);
  // Every URL that matches no other kind belongs to the not-found page.
  expect(Object.keys(PAGE_KINDS).filter((kind) => !kinds.some((covered) => covered === kind))).toEqual(['notFound']);
});

it('code, tests and docs cite docs/product.md, and no specification outside the project', () => {
  const citing = ['src', 'tests', 'scripts', 'docs', 'deploy'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|astro|mjs|css|md|conf|service)$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(folder, name))
      .filter((file) => /\bspec \d/i.test(readFileSync(file, 'utf8'))),
  );
  expect(citing).toEqual([]);
});
