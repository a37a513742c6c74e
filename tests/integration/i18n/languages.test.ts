import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { silentLog } from '#src/lib/log.ts';
import { ensureBundle, loadSite, type SiteApp } from '#src/publish/bundle/index.ts';
import { parsePath } from '#src/routes/parse.ts';
import { createPaths } from '#src/routes/paths.ts';
import { memorySource, testBrand, testSite } from '../../helpers/memory-source.ts';
import { readPage } from '../../helpers/page-text.ts';
import { type TestState, testState } from '../../helpers/test-state.ts';

const ROOT = join(import.meta.dirname, '../../..');
const OTHERS = ['es', 'cn', 'de', 'fr', 'pt', 'ph', 'vn', 'id'] as const satisfies readonly LocaleCode[];
const bilingual = { ...testBrand, locales: ['en', 'es'] as const };
const polyglot = { ...testBrand, locales: ['en', ...OTHERS] as const };
const source = memorySource({ books: [] });

let state: TestState;
let site: SiteApp;

beforeAll(async () => {
  state = await testState();
  site = await loadSite(await ensureBundle({ root: ROOT, state: state.folder, log: silentLog }));
});
afterAll(() => state.remove());

/** Renders the page at `path` as the rebuild does. */
async function render(path: string, brand: typeof bilingual | typeof polyglot = bilingual): Promise<string> {
  const match = parsePath(path, brand.locales);
  const view = PRERENDERED_VIEWS.find(({ kind }) => kind === match?.kind);
  if (!match || !view) throw new Error(`no view answers ${path}`);
  const loaded = view.load(match, source, testSite(match.locale, brand));
  if (loaded.status !== 'ok') throw new Error(`${path}: ${loaded.status}`);
  return (await site.render(new Request(brand.origin + path), { brand, model: loaded.model })).text();
}

function textOf(code: LocaleCode, area: string, key: string): string {
  const texts: Record<string, string> = JSON.parse(
    readFileSync(join(ROOT, 'src/i18n/locales', code, `${area}.json`), 'utf8'),
  );
  return texts[key] ?? `${area}:${key} is not there`;
}

const languageOf = (html: string) => /<html lang="([^"]*)"/.exec(html)?.[1];

describe('a brand in English and Spanish', () => {
  it('shows Spanish texts under /es', async () => {
    const html = await render('/es/login');
    const page = readPage(html);
    expect(languageOf(html)).toBe('es-ES');
    expect(html).toContain('<title>Inicia sesión y lee las mejores novelas | Test Reads</title>');
    expect(page.text).toContain('Tus lecturas, tus vales y tus capítulos desbloqueados');
    expect(page.navigation).toMatch(/Inicio.*Categorías.*Ranking.*Historial.*Cuenta/);
    expect(page.text).not.toMatch(/Sign in|Read history|Create an account|Terms of service/);
  });

  it('shows English texts on paths without a prefix', async () => {
    const html = await render('/login');
    expect(languageOf(html)).toBe('en-US');
    expect(readPage(html).text).toContain('Sign in to have your reading positions');
  });

  it('passes only the Spanish texts to an island', async () => {
    const { document } = parseHTML(await render('/es/login'));
    const props = document.querySelector('astro-island')?.getAttribute('props') ?? '';
    expect(props).toContain('Contraseña');
    expect(props).not.toContain('Password');
  });

  it('links from each language to the other', async () => {
    for (const path of ['/', '/es']) {
      const html = await render(path);
      expect(html).toContain(`hreflang="en-US" href="${bilingual.origin}/"`);
      expect(html).toContain(`hreflang="es-ES" href="${bilingual.origin}/es"`);
      expect(readPage(html).text).toMatch(/English.*Español/);
    }
  });

  it('renders forty concurrent requests, each in its own language', async () => {
    const paths = Array.from({ length: 20 }, () => ['/login', '/es/login']).flat();
    const pages = await Promise.all(paths.map((path) => render(path)));
    const [english, spanish] = [await render('/login'), await render('/es/login')];
    expect(english).not.toBe(spanish);
    expect(pages.map(languageOf)).toEqual(paths.map((path) => (path === '/login' ? 'en-US' : 'es-ES')));
    expect(pages.every((html, index) => html === (index % 2 === 0 ? english : spanish))).toBe(true);
  });
});

describe.each(OTHERS)('a brand in every language, rendered in %s', (code) => {
  it('shows texts in that language and sets its language tag', async () => {
    const paths = createPaths(code);
    const [login, history] = await Promise.all([render(paths.login(), polyglot), render(paths.history(), polyglot)]);
    expect(languageOf(login)).toBe(LOCALES[code].tag);
    const text = readPage(login).text;
    for (const key of ['login-title', 'login-lead']) expect(text).toContain(textOf(code, 'account', key));
    for (const key of ['home', 'category', 'ranking', 'read-history', 'mine', 'contact'])
      expect(text).toContain(textOf(code, 'common', key));
    const title = textOf(code, 'seo', 'best').replace('{{title}}', textOf(code, 'seo', 'history-title'));
    expect(history).toContain(`<title>${title} | Test Reads</title>`);
  });
});
