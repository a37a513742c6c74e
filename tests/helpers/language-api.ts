import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createApi, createWriter, openStore } from '#src/api/index.ts';
import type { StoreWriter } from '#src/api/store/index.ts';
import { silentLog } from '#src/lib/log.ts';
import { smallBook } from './small-api.ts';

/** Folder for LECTERN_BRANDS that contains one brand, `polyglot`, in English, Spanish and Vietnamese. */
export const LANGUAGE_BRANDS = resolve('tests/brands/languages');
export const LANGUAGE_PREFIX = '/polyglot_api';

/** Content of a section to which tests refer. */
export interface SectionContent {
  readonly book: { readonly id: number; readonly title: string; readonly category: { readonly name: string } };
  readonly event: number;
}

export interface LanguageApi {
  readonly origin: string;
  readonly sections: ReadonlyMap<number, SectionContent>;
  close(): Promise<void>;
}

const BOOKS = 12;

/** Starts the embedded API on a free port, with a few books, lists and a help event in each section. */
export async function startLanguageApi(sections: readonly number[]): Promise<LanguageApi> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-api-'));
  const store = await openStore(folder);
  const writer = createWriter(store, { now: () => new Date('2026-03-01T00:00:00Z') });
  const content = await writer.transaction(
    async () =>
      new Map(await Array.fromAsync(sections, async (section) => [section, await fill(writer, section)] as const)),
  );
  const prefixes = [{ prefix: LANGUAGE_PREFIX, brand: 'polyglot' }];
  const api = createApi({ store, prefixes, media: store.media, log: silentLog });
  return {
    origin: await api.listen(0),
    sections: content,
    async close() {
      await api.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function fill(writer: StoreWriter, section: number): Promise<SectionContent> {
  const key = (number: number) => `${section}-${number}`;
  const title = (number: number) => `Tale ${number} of section ${section}`;
  const keys = Array.from({ length: BOOKS }, (_, number) => key(number));
  const ids = await Array.fromAsync(keys, async (own, number) => {
    const chapters = ['One', 'Two'].map((name) => ({ ...CHAPTER, title: name, html: `<p>${name} of ${own}.</p>` }));
    return (await writer.putBook(smallBook(number, { key: own, section, title: title(number), chapters }))).id;
  });
  const shared = { brand: null, section };
  for (const name of ['Romance', 'Mystery', 'Fantasy'])
    await writer.putGenre({ section, name, introduction: '', tags: ['tag 0', 'tag 1'] });
  await writer.putRanking({ ...shared, type: 'hot', typeName: 'Hot', name: 'This week', books: keys });
  await writer.putShelf({ ...shared, name: 'For you', style: 'row', books: keys });
  await writer.putBanner({ ...shared, title: 'Read this', subtitle: '', image: null, book: key(1) });
  const help = { section, book: key(0), inviter: 'Nell', needed: 9, helped: 1, expiresAt: '2099-01-01T00:00:00Z' };
  return {
    book: { id: ids[0] ?? 0, title: title(0), category: { name: 'Romance' } },
    event: await writer.putHelpEvent(help),
  };
}

const CHAPTER = {
  part: null,
  kind: 'chapter' as const,
  words: 3,
  price: null,
  updatedAt: '2026-02-01T00:00:00Z',
};
