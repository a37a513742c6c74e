import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createWriter, openStore } from '#src/api/index.ts';
import type { NewBook } from '#src/api/store/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { command, done, serve } from '../helpers/commands.ts';
import { LANGUAGE_BRANDS } from '../helpers/language-api.ts';
import { smallBook } from '../helpers/small-api.ts';
import { testState } from '../helpers/test-state.ts';

/** The languages with books. The brand's first language, English, has none. */
const BOOK_LANGUAGES = ['es', 'vn', 'cn'] as const;
type BookLanguage = (typeof BOOK_LANGUAGES)[number];

interface Work {
  readonly original: BookLanguage;
  readonly titles: Readonly<Record<BookLanguage, string>>;
  readonly alternative: Readonly<Record<BookLanguage, string>>;
  readonly authors: Readonly<Record<BookLanguage, string>>;
  readonly introductions: Readonly<Record<BookLanguage, string>>;
  /** Titles of the chapters. */
  readonly chapters: Readonly<Record<BookLanguage, readonly string[]>>;
  readonly sentences: Readonly<Record<BookLanguage, string>>;
}

/** A Chinese novel whose Vietnamese translation has no third chapter yet. */
export const LIGHTHOUSE: Work = {
  original: 'cn',
  titles: { es: 'El faro de la bahía', vn: 'Ngọn hải đăng', cn: '灯塔' },
  alternative: { es: 'La luz del cabo', vn: 'Đèn biển', cn: '海上的灯' },
  authors: { es: 'Lin Hai', vn: 'Lâm Hải', cn: '林海' },
  introductions: {
    es: 'Dos hermanas cuidan un faro que nadie paga desde hace once años.',
    vn: 'Hai chị em trông một ngọn hải đăng mà mười một năm nay không ai trả tiền.',
    cn: '姐妹俩守着一座十一年无人付钱的灯塔。',
  },
  chapters: {
    es: ['La carta', 'La lámpara', 'La tormenta'],
    vn: ['Bức thư', 'Chiếc đèn'],
    cn: ['信', '灯', '风暴'],
  },
  sentences: {
    es: 'La hermana menor ya había vendido la lámpara.',
    vn: 'Người em gái đã bán chiếc đèn từ lâu.',
    cn: '妹妹早已把灯卖掉了。',
  },
};

const RIVER: Work = {
  original: 'es',
  titles: { es: 'La casa del río', vn: 'Ngôi nhà bên sông', cn: '河边的房子' },
  alternative: { es: 'Aguas altas', vn: 'Nước lớn', cn: '涨水' },
  authors: { es: 'Ada Pluma', vn: 'Ada Pluma', cn: '阿达' },
  introductions: {
    es: 'El río crece cada abril, y la casa se queda sola en su isla.',
    vn: 'Tháng tư nào nước cũng dâng, và ngôi nhà lại đứng một mình trên đảo.',
    cn: '每年四月河水上涨，房子便独自立在岛上。',
  },
  chapters: {
    es: ['Abril', 'Mayo', 'Junio'],
    vn: ['Tháng tư', 'Tháng năm'],
    cn: ['四月', '五月', '六月'],
  },
  sentences: {
    es: 'Aquella noche nadie cruzó el puente.',
    vn: 'Đêm ấy không ai qua cầu.',
    cn: '那一夜没有人过桥。',
  },
};

const CATEGORIES: Work['titles'] = { es: 'Novela', vn: 'Tiểu thuyết', cn: '小说' };
const GENRES: Work['titles'] = { es: 'Drama', vn: 'Tâm lý', cn: '剧情' };
const SHELVES: Work['titles'] = { es: 'Para ti', vn: 'Dành cho bạn', cn: '为你推荐' };

export interface EditionsSite {
  /** Address of the site on this machine. */
  readonly origin: string;
  /** Ids of the editions of `LIGHTHOUSE`. */
  readonly books: Readonly<Record<BookLanguage, number>>;
  /** Runs `npm run audit` over the site. */
  audit(): Promise<{ readonly pages: number; readonly findings: readonly unknown[] }>;
  close(): Promise<void>;
}

/** Starts a brand in English, Spanish, Vietnamese and Chinese with two works, each with editions in all languages but English. */
export async function startEditionsSite(): Promise<EditionsSite> {
  await using ending = new AsyncDisposableStack();
  const state = await testState();
  ending.defer(() => state.remove());
  const brands = await mkdtemp(join(tmpdir(), 'lectern-editions-'));
  ending.defer(() => rm(brands, { recursive: true }));
  await cp(LANGUAGE_BRANDS, brands, { recursive: true });
  const data = join(brands, 'polyglot/brand.ts');
  const source = (await readFile(data, 'utf8'))
    .replaceAll("'#src/", `'${resolve('src')}/`)
    .replace(/locales: \[.*\]/, "locales: ['en', 'es', 'vn', 'cn']")
    .replace('prerender: { books: 2 }', "prerender: { books: 'all' }");
  await writeFile(data, source);
  const books = await fill(join(state.folder, 'api'));
  const own = { LECTERN_STATE: state.folder, LECTERN_BRANDS: brands };
  const api = await serve('api', [], own);
  ending.defer(() => api.stop());
  const env = { ...own, LECTERN_UPSTREAM: api.origin };
  await done('rebuild', ['--brand', 'polyglot'], env);
  const site = await serve('site', [], env);
  ending.defer(() => site.stop());
  const running = ending.move();
  return {
    origin: `http://localhost:${site.port}`,
    books,
    async audit() {
      const { stdout, stderr } = await command('audit', ['--brand', 'polyglot', '--url', site.origin, '--json'], env);
      if (stdout === '') throw new Error(`The audit failed: ${stderr}`);
      return JSON.parse(stdout);
    },
    close: () => running.disposeAsync(),
  };
}

/** Fills the store. @returns the ids of the editions of `LIGHTHOUSE` */
async function fill(folder: string): Promise<EditionsSite['books']> {
  const store = await openStore(folder);
  const writer = createWriter(store, { now: () => new Date('2026-03-01T00:00:00Z') });
  const ids = await writer.transaction(async () => {
    const books: [BookLanguage, number][] = [];
    for (const code of BOOK_LANGUAGES) {
      const { section } = LOCALES[code];
      books.push([code, (await writer.putBook(editionOf('lighthouse', LIGHTHOUSE, code))).id]);
      await writer.putBook(editionOf('river', RIVER, code));
      const shared = { brand: null, section, books: [`lighthouse-${code}`, `river-${code}`] };
      await writer.putGenre({ section, name: GENRES[code], introduction: '', tags: [] });
      await writer.putShelf({ ...shared, name: SHELVES[code], style: 'row' });
    }
    return Object.fromEntries(books) as Record<BookLanguage, number>;
  });
  await store.close();
  return ids;
}

function editionOf(work: string, data: Work, code: BookLanguage): NewBook {
  const { section, tag } = LOCALES[code];
  const isOriginal = code === data.original;
  return smallBook(0, {
    key: `${work}-${code}`,
    section,
    language: tag,
    work,
    title: data.titles[code],
    alternativeTitles: [data.alternative[code]],
    ...(!isOriginal && {
      originalTitle: data.titles[data.original],
      originalAuthor: data.authors[data.original],
      originalLanguage: LOCALES[data.original].tag,
    }),
    author: { name: data.authors[code], introduction: '' },
    introduction: data.introductions[code],
    category: CATEGORIES[code],
    subCategory: null,
    genres: [GENRES[code]],
    tags: [],
    keywords: [],
    status: code === 'vn' ? 'updating' : 'finished',
    chapters: data.chapters[code].map((title) => ({
      title,
      part: null,
      kind: 'chapter',
      html: `<p>${title}. ${data.sentences[code]}</p>`.repeat(4),
      words: 40,
      price: null,
      updatedAt: '2026-02-01T00:00:00Z',
    })),
  });
}
