import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALE_CODES, LOCALES, localePrefix } from '#src/contract/locales.ts';
import { openLive, type Release } from '#src/publish/release/index.ts';
import { done } from '../../helpers/commands.ts';
import { LANGUAGE_BRANDS, type LanguageApi, startLanguageApi } from '../../helpers/language-api.ts';
import { type TestState, testState } from '../../helpers/test-state.ts';

let api: LanguageApi;
let state: TestState;
let brands: string;
let live: Release;

beforeAll(async () => {
  api = await startLanguageApi(Object.values(LOCALES).map(({ section }) => section));
  state = await testState();
  brands = await mkdtemp(join(tmpdir(), 'lectern-languages-'));
  await cp(LANGUAGE_BRANDS, brands, { recursive: true });
  const data = join(brands, 'polyglot/brand.ts');
  const source = (await readFile(data, 'utf8'))
    .replaceAll("'#src/", `'${resolve('src')}/`)
    .replace(/locales: \[.*\]/, `locales: ${JSON.stringify(LOCALE_CODES)}`);
  await writeFile(data, source);
  const env = { LECTERN_STATE: state.folder, LECTERN_BRANDS: brands, LECTERN_UPSTREAM: api.origin };
  await done('rebuild', ['--brand', 'polyglot'], env);
  const release = openLive(join(state.folder, 'polyglot'));
  if (!release) throw new Error('The rebuild published nothing.');
  live = release;
}, 500_000);
afterAll(async () => {
  live?.close();
  await api?.close();
  await state?.remove();
  await rm(brands, { recursive: true, force: true });
});

describe('a brand in every language', () => {
  it.each(LOCALE_CODES)('publishes pages in %s, with the texts of the language and its books', async (code) => {
    const { tag, section } = LOCALES[code];
    const texts = JSON.parse(await readFile(`src/i18n/locales/${code}/common.json`, 'utf8'));
    const file = live.page(localePrefix(code) || '/')?.file;
    const home = await readFile(join(live.folder, 'site', file ?? 'no home page'), 'utf8');
    expect(home).toContain(`<html lang="${tag}"`);
    expect(home).toContain(texts.skip);
    expect(home).toContain(`of section ${section}`);
    const books = Array.from(live.pages(), ({ path }) => path).filter((path) =>
      path.startsWith(`${localePrefix(code)}/novel/`),
    );
    expect(books.length).toBeGreaterThan(0);
  });
});
