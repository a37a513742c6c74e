import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type BrandBundle, bundleBrand } from '#src/brand/assets.ts';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { loadBrands } from '#src/brand/registry.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { RELATED_LISTS } from '#src/features/book/views/related-books.ts';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import type { Bundle, LoadedSite } from '#src/publish/bundle/index.ts';
import { compressPage } from '#src/publish/release/compression.ts';
import { type FixedKind, isFixed, KINDS, PAGE_KINDS, type RouteKind } from '#src/routes/page-kinds.ts';
import type { Source } from '#src/shell/page/source.ts';
import { makeBook, makeGenre, makeTag, memorySource, OPTIONAL_FIELDS, testSite } from '../../helpers/memory-source.ts';

const ROOT = join(import.meta.dirname, '../../..');
const UPDATED = '2026-03-01T04:05:06Z';
const tags = ['Slow burn', 'Found family', 'Second chance'].map((name, index) => makeTag(index + 1, name, 1));
const INTRODUCTION = [
  'Two sisters keep a lighthouse that nobody has paid for in eleven years, and answer letters meant for others.',
  'When the coast guard comes to close it, the younger one has already sold the lamp.',
];
const books = Array.from({ length: 45 }, (_, index) =>
  makeBook(index + 1, {
    title: `The lighthouse keepers of bay ${index + 1}`,
    tags,
    cover: { url: `/media/covers/${index}.webp`, widths: [160, 240, 480], tone: index % 12 },
    introduction: INTRODUCTION.join(' '),
    rating: 4.5,
  }),
);
const chapters: Chapter[] = Array.from({ length: 120 }, (_, index) => ({
  id: index + 1,
  number: index + 1,
  title: `The letter of the ${index + 1}th day`,
  part: null,
  kind: 'chapter',
  words: 2000,
  locked: index > 40,
  price: index > 40 ? 20 : null,
  free_from: null,
  updated_at: UPDATED,
}));
const [first] = books as [(typeof books)[number]];
const detail = {
  ...first,
  chapters: chapters.length,
  published_at: UPDATED,
  first_chapter_id: 1,
  last_chapter: { id: 120, number: 120, title: 'The end', updated_at: UPDATED },
  source: null,
};
/** HTML of the chapter's text. */
export const TEXT = Array.from({ length: 40 }, (_, index) => `<p>${index}: ${INTRODUCTION.join(' ')}</p>`).join('');

const related = Object.fromEntries(RELATED_LISTS.map(({ name }, index) => [name, books.slice(2 + index, 14 + index)]));

const catalogue = memorySource({
  books,
  tags,
  genres: [makeGenre(1, 'Romance', tags)],
  categories: [{ name: 'Romance', subs: [] }],
  rankings: [{ type: 'popular', name: 'Popular', items: [{ id: 1, name: 'All' }] }],
  shelves: ['New', 'Finished', 'Short', 'Long'].map((name, index) => ({
    id: index + 1,
    name,
    style: (['row', 'ranked', 'pair', 'feature'] as const)[index] ?? 'row',
    books: books.slice(index * 8, index * 8 + 12),
  })),
  whole: [
    {
      novel: { book: detail, chapters, related, editions: [], readable: true },
      first: { chapter: chapters[0] as Chapter, html: TEXT, previousId: null, nextId: 2 },
    },
  ],
});
const banners = [1, 2].map((id) => ({
  id,
  title: `A week of short novels ${id}`,
  subtitle: 'Read in an evening',
  image: `/media/banners/${id}.webp`,
  target: { kind: 'book' as const, book: first },
  updated_at: UPDATED,
}));
/** A catalogue in which every kind of page has something to show in each of its parts. */
const source: Source = { ...catalogue, banners: () => banners as ReturnType<Source['banners']> };

/** The prerendered kinds that are not measured, with the reason. */
export const NOT_MEASURED = {
  tags: 'same component as the page of `genres`',
  allTags: 'same component as the page of `genres`',
  hotnovels: 'same component as the page of `genres`',
  keywords: 'same component as the page of `genres`',
  tag: 'same component as the page of `list`',
  category: 'same component as the page of `list`',
  letter: 'same component as the page of `list`',
  keyword: 'same component as the page of `list`',
  section: 'same component as the page of `list`',
  badRequest: 'same component as the page of `notFound`',
  serverError: 'same component as the page of `notFound`',
  lastRead: 'redirects immediately',
} as const satisfies Partial<Record<RouteKind, string>>;

/** Prerendered kinds with a fixed address. All of them are measured. */
type Fixed = Exclude<FixedKind, keyof typeof NOT_MEASURED | 'design'>;
const isMeasured = (kind: RouteKind): kind is Fixed =>
  isFixed(kind) && PAGE_KINDS[kind].rendering === 'prerendered' && !(kind in NOT_MEASURED);

const FIXED = Object.fromEntries(KINDS.filter(isMeasured).map((kind) => [kind, PAGE_KINDS[kind].address])) as Readonly<
  Record<Fixed, string>
>;

/**
 * The paths of the measured pages. A prerendered kind without a fixed address and without a page here is in
 * `NOT_MEASURED`.
 */
export const PAGES = {
  ...FIXED,
  list: '/genres/1/Romance',
  ranking: '/ranking',
  novel: '/novel/1',
  chapter: '/book-reader/1/1',
  account: '/myinfo',
  brandPage: '/pages/about',
} as const;
export type Kind = keyof typeof PAGES;

export async function bundledBrands(): Promise<BrandBundle[]> {
  const brands = await loadBrands(join(ROOT, 'brands'));
  return Promise.all(brands.map((brand) => bundleBrand(brand, join(ROOT, 'node_modules'))));
}

/** Renders a brand's page as HTML. @param change changes the model of the page */
export async function renderPage(
  site: LoadedSite,
  own: PublicBrand,
  kind: Kind,
  change: (model: object) => object = (model) => model,
): Promise<string> {
  // Optional pages exist only for brands with a certain field.
  const brand = { ...OPTIONAL_FIELDS, ...own };
  const wanted = PAGES[kind];
  for (const view of PRERENDERED_VIEWS)
    for (const ref of view.paths(source, testSite('en', brand))) {
      const { path } = ref;
      if (path !== wanted && !(wanted.length > 1 && path.startsWith(`${wanted}/`))) continue;
      const loaded = view.load(ref, source, testSite('en', brand));
      if (loaded.status !== 'ok') throw new Error(`${path} has no model.`);
      const answer = await site.render(new Request(brand.origin + path), {
        brand,
        model: change(loaded.model as object),
      });
      if (answer.status >= 500 && kind !== 'notFound') throw new Error(`${path} could not be rendered.`);
      return answer.text();
    }
  throw new Error(`No prerendered page is at ${wanted}.`);
}

/** Compression quality that the size budgets assume. It is independent of the quality with which pages are served. */
const INLINE = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 };

/**
 * Bytes that a page transfers before the first input, as sent by the server (pages in Brotli 3, files in Brotli 11).
 */
export interface Weight {
  readonly html: number;
  /** Style sheets that block the first paint. */
  readonly css: number;
  readonly cssFiles: number;
  /** Style sheets at the end of the page. */
  readonly lateCss: number;
  readonly font: number;
  readonly fontFiles: number;
  /** Inline scripts. */
  readonly inline: number;
  /** Modules, including their static imports, and classic scripts in files. */
  readonly js: number;
  readonly jsFiles: number;
  /** Number of requests for the first screen, including images. */
  readonly requests: number;
}

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, group = '']) => group);
const IMPORTED = /(?:from|import)\s*["`']\.\/([^"`']+\.js)["`']/g;

const SHEET = /<link rel="stylesheet" href="([^"]+)"/g;

/** Measures a page. @param files the brand's files */
export function weigh(html: string, { files }: BrandBundle, bundle: Bundle): Weight {
  const content = (url: string): Uint8Array => {
    const own = files.find((file) => file.url === url)?.content;
    return own ?? readFileSync(join(bundle.folder, 'client', url));
  };
  const sent = (url: string) => {
    const compressed = `${join(bundle.folder, 'client', url)}.br`;
    if (existsSync(compressed)) return statSync(compressed).size;
    const bytes = content(url);
    if (!/\.(css|js|svg)$/.test(url) || bytes.length < 860) return bytes.length;
    return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  };
  const sum = (urls: Iterable<string>) => [...urls].reduce((bytes, url) => bytes + sent(url), 0);
  const sheets = matches(html, SHEET);
  // A style sheet in the body only blocks the content after it.
  const blocking = matches(html.slice(0, html.indexOf('</head>')), SHEET);
  const fonts = matches(html, /<link rel="preload" href="([^"]+)" as="font"/g);
  const modules = new Set<string>();
  const add = (url: string) => {
    if (modules.has(url)) return;
    modules.add(url);
    for (const name of matches(Buffer.from(content(url)).toString(), IMPORTED)) add(`/_astro/${name}`);
  };
  for (const url of matches(html, /<script(?: type="module" fetchpriority="low")? src="([^"]+)"/g)) add(url);
  const inline = matches(html, /<script(?![^>]*(?:ld\+json|src=))[^>]*>([\s\S]*?)<\/script>/g).join('\n');
  const eagerImages = images(html).filter(({ loading }) => loading !== 'lazy');
  const pictures = new Set(eagerImages.map(({ src }) => src));
  return {
    html: compressPage(Buffer.from(html)).length,
    css: sum(blocking),
    cssFiles: blocking.length,
    lateCss: sum(sheets) - sum(blocking),
    font: sum(fonts),
    fontFiles: fonts.length,
    inline: brotliCompressSync(inline, { params: INLINE }).length,
    js: sum(modules),
    jsFiles: modules.size,
    requests: 1 + sheets.length + fonts.length + modules.size + pictures.size,
  };
}

type Attributes = Readonly<Record<string, string>>;

/** The attributes of a page's images, in order. */
export const images = (html: string): Attributes[] =>
  matches(html.replace(/<noscript>[\s\S]*?<\/noscript>/g, ''), /<img\b([^>]*)>/g).map((text) =>
    Object.fromEntries(
      [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, value]),
    ),
  );
