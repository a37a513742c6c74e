import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '#src/contract/locales.ts';
import { PAGE_KINDS } from '#src/routes/page-kinds.ts';
import { parsePath } from '#src/routes/parse.ts';
import { createPaths } from '#src/routes/paths.ts';
import { hardCoded } from '../../helpers/hard-coded.ts';
import { ask } from '../../helpers/http.ts';
import { type PseudoSite, startPseudoSite } from '../../helpers/pseudo-site.ts';

const paths = createPaths('en');
let site: PseudoSite;
let pages: ReadonlyMap<string, string>;

beforeAll(async () => {
  site = await startPseudoSite();
  pages = await crawl(starts(site.api));
}, 300_000);
afterAll(() => site?.close());

const open = (path: string) => ask(site.server.port, 'polyglot.localhost', path);

const starts = ({ book, events }: PseudoSite['api']) => [
  paths.home(),
  paths.login(),
  paths.myinfo('myLocked'),
  paths.myinfo('rechargeList'),
  paths.badRequest(),
  paths.myinfo('voucherHistory'),
  '/no-such-page',
  paths.searchResult('Ιστορία'),
  paths.searchResult('χψω'),
  paths.searchMore('Ιστορία'),
  paths.activeNovel(book),
  paths.help(book.id, events.open),
  paths.help(book.id, events.expired),
  paths.ads(),
  paths.translator(),
  paths.readerEntry(),
];

const MAX_PAGES = 400;

/** Crawls all linked pages in English and returns their HTML by path. */
async function crawl(from: readonly string[]): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const waiting = [...from];
  const seen = new Set(waiting);
  for (let path = waiting.shift(); path !== undefined && pages.size < MAX_PAGES; path = waiting.shift()) {
    const { text, headers } = await open(path);
    if (headers['content-type']?.startsWith('text/html')) pages.set(path, text);
    for (const link of [headers.location ?? '', ...linksOf(text)].filter((to) => isEnglishPage(to) && !seen.has(to))) {
      seen.add(link);
      waiting.push(link);
    }
  }
  return pages;
}

const linksOf = (html: string) =>
  Array.from(parseHTML(html).document.querySelectorAll('a[href]'), (link) => link.getAttribute('href') ?? '');

const isEnglishPage = (link: string) =>
  /^\/(?![/_])[^#?]*$/.test(link) && !['es', 'vn', 'media'].includes(link.split('/')[1] ?? '');

const ATTRIBUTES = ['alt', 'aria-label', 'placeholder', 'title', 'aria-description', 'label'];

/**
 * All visible and accessible texts of a page, except names of languages, times and numbers formatted by Intl, and the
 * text of a page that the brand has written.
 */
function wordsOf(html: string): string[] {
  const { document } = parseHTML(html);
  if (document.querySelector('.written')) document.querySelector('meta[name="description"]')?.remove();
  for (const element of document.querySelectorAll('script, style, template, time, .written, body [lang]'))
    element.remove();
  const texts: string[] = [document.querySelector('title')?.textContent ?? ''];
  texts.push(document.querySelector('meta[name="description"]')?.getAttribute('content') ?? '');
  for (const element of document.querySelectorAll('body, body *')) {
    texts.push(...ATTRIBUTES.map((name) => element.getAttribute(name) ?? ''));
    texts.push(...ownTexts(element));
  }
  return texts;
}

/** The texts directly in an element. Joins them, because the parser splits a text at escaped characters. */
function ownTexts(element: Element): string[] {
  const texts = [''];
  for (const node of element.childNodes) {
    if (node.nodeType === 3) texts.push((texts.pop() ?? '') + (node.textContent ?? ''));
    else texts.push('');
  }
  return texts;
}

describe('a site with the pseudo-locale', () => {
  it('includes pages of every kind', () => {
    const kinds = new Set([...pages.keys()].map((path) => parsePath(path, ['en'])?.kind));
    const unreached = Object.keys(PAGE_KINDS).filter((kind) => ![...kinds].some((one) => one === kind));
    expect(
      unreached.filter(
        (kind) =>
          !['notFound', 'serverError', 'token', 'design', 'offline', 'authorFeed', 'bookFeed', 'sharePicture'].includes(
            kind,
          ),
      ),
    ).toEqual([]);
  });

  it('shows only words from the translated texts or the store', () => {
    const hardCodedTexts = [...pages].flatMap(([path, html]) => hardCoded(wordsOf(html)).map((text) => [text, path]));
    expect(Object.fromEntries(hardCodedTexts)).toEqual({});
  });

  it('passes only words from the translated texts or the store to islands', () => {
    const props = [...pages].flatMap(([path, html]) =>
      Array.from(parseHTML(html).document.querySelectorAll('astro-island'), (island) => {
        const [, texts = {}] = JSON.parse(island.getAttribute('props') ?? '{}')['texts'] ?? [];
        return { path, texts: Object.values<[number, string]>(texts).map(([, text]) => text) };
      }),
    );
    expect(props.length).toBeGreaterThan(5);
    expect(props.flatMap(({ path, texts }) => hardCoded(texts).map((text) => `${path}: ${text}`))).toEqual([]);
  });

  it('does not affect other languages', async () => {
    const { text } = await open('/es');
    expect(text).toContain(`<html lang="${LOCALES.es.tag}"`);
    expect(text).toContain('Inicio');
    expect(text).not.toMatch(/\[[ĥĤŔŕ]/);
  });
});
