import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLive, type Release } from '#src/publish/release/index.ts';
import { PAGE_KINDS } from '#src/routes/page-kinds.ts';
import { parsePath } from '#src/routes/parse.ts';
import { done } from '../../helpers/commands.ts';
import { LANGUAGE_BRANDS, type LanguageApi, startLanguageApi } from '../../helpers/language-api.ts';
import { type TestState, testState } from '../../helpers/test-state.ts';

const ENGLISH = 7;

let api: LanguageApi;
let state: TestState;
let live: Release;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  api = await startLanguageApi([ENGLISH]);
  state = await testState();
  env = { LECTERN_STATE: state.folder, LECTERN_BRANDS: LANGUAGE_BRANDS, LECTERN_UPSTREAM: api.origin };
  await done('rebuild', ['--brand', 'polyglot'], env);
  const release = openLive(join(state.folder, 'polyglot'));
  if (!release) throw new Error('The rebuild published nothing.');
  live = release;
}, 400_000);
afterAll(async () => {
  live?.close();
  await api?.close();
  await state?.remove();
});

const textOf = (path: string) => readFileSync(join(live.folder, 'site', live.page(path)?.file ?? ''), 'utf8');

describe('a brand with books in one of its three languages', () => {
  it('publishes the pages of all languages', () => {
    const paths = Array.from(live.pages(), ({ path }) => path);
    for (const prefix of ['', '/es', '/vn'])
      expect(paths).toEqual(expect.arrayContaining([prefix || '/', `${prefix}/genres`, `${prefix}/login`]));
    expect(paths.filter((path) => /^\/(es|vn)\/(novel|book-reader)\//.test(path))).toEqual([]);
  });

  it('shows on an empty home page that there are no books yet, and has no links to feeds', () => {
    expect(textOf('/es')).toContain('Los primeros libros están en camino');
    expect(textOf('/es')).not.toContain('/feeds/');
    expect(textOf('/')).toContain('/feeds/new.rss');
  });

  it('has no links to missing feeds in any language', () => {
    const missing: string[] = [];
    let count = 0;
    for (const { path } of live.pages())
      for (const [, href = ''] of textOf(path).matchAll(/((?:\/(?:es|vn))?\/feeds\/[\w/.-]+)/g)) {
        count += 1;
        const kind = parsePath(href, ['en', 'es', 'vn'])?.kind;
        const isOnRequest = kind !== undefined && PAGE_KINDS[kind].rendering === 'on-demand';
        if (!isOnRequest && !live.asset(href)) missing.push(`${path} links to ${href}`);
      }
    expect(missing).toEqual([]);
    expect(count).toBeGreaterThan(0);
  });

  it('is a good night, which raises no alarm', async () => {
    const { stdout } = await done('nights', ['--check', '--brand', 'polyglot', '--json'], env);
    expect(JSON.parse(stdout)).toMatchObject([{ brand: 'polyglot', outcome: 'good' }]);
  });
});
