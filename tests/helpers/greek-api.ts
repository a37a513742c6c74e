import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApi, createWriter, openStore } from '#src/api/index.ts';
import type { StoreWriter } from '#src/api/store/index.ts';
import { silentLog } from '#src/lib/log.ts';
import { LANGUAGE_PREFIX } from './language-api.ts';
import { smallBook } from './small-api.ts';

/** The embedded API with content in Greek letters only, which do not occur in the site's own texts. */
export interface GreekApi {
  readonly origin: string;
  /** A book in the default section. */
  readonly book: { readonly id: number; readonly title: string; readonly category: { readonly name: string } };
  readonly events: { readonly open: number; readonly expired: number };
  close(): Promise<void>;
}

const SECTIONS = [7, 9, 15];
const BOOKS = 45;
const CHAPTERS = 70;
const CATEGORY = 'Περιπέτεια';
const GENRES = ['Έρωτας', 'Μυστήριο', 'Φαντασία'];
const TAGS = Array.from({ length: 30 }, (_, number) => `ετικέτα ${number}`);
const INTRODUCTION = 'Μια ιστορία για έναν φάρο, μια θάλασσα και όσους περιμένουν. '.repeat(12).trim();

const title = (number: number) => (number === 1 ? 'Η μακριά ιστορία του φάρου '.repeat(7).trim() : `Ιστορία ${number}`);

export async function startGreekApi(): Promise<GreekApi> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-api-'));
  const store = await openStore(folder);
  const writer = createWriter(store, { now: () => new Date('2026-03-01T00:00:00Z') });
  const [first] = await writer.transaction(() => Array.fromAsync(SECTIONS, (section) => fill(writer, section)));
  const prefixes = [{ prefix: LANGUAGE_PREFIX, brand: 'polyglot' }];
  const api = createApi({ store, prefixes, media: store.media, log: silentLog });
  if (!first) throw new Error('No section was filled.');
  return {
    origin: await api.listen(0),
    ...first,
    async close() {
      await api.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function fill(writer: StoreWriter, section: number): Promise<Pick<GreekApi, 'book' | 'events'>> {
  const keys = Array.from({ length: BOOKS }, (_, number) => `${section}-${number}`);
  const ids = await Array.fromAsync(
    keys,
    async (key, number) => (await writer.putBook(greekBook(key, section, number))).id,
  );
  const shared = { brand: null, section };
  for (const [index, name] of GENRES.entries())
    await writer.putGenre({
      section,
      name,
      introduction: 'Όλα τα βιβλία.',
      tags: TAGS.filter((_, tag) => tag % 3 === index),
    });
  for (const style of ['row', 'ranked', 'pair', 'feature'] as const)
    await writer.putShelf({ ...shared, name: `Ράφι ${style.length}`, style, books: keys.slice(0, 24) });
  for (const [type, typeName] of Object.entries({ hot: 'Δημοφιλή', new: 'Νέα' }))
    await writer.putRanking({ ...shared, type, typeName, name: 'Εβδομάδα', books: keys });
  for (const book of keys.slice(0, 3))
    await writer.putBanner({ ...shared, title: 'Διάβασε αυτό', subtitle: 'Απόψε', image: null, book });
  const help = { section, book: `${section}-0`, inviter: 'Νεφέλη', needed: 9, helped: 1 };
  return {
    book: { id: ids[0] ?? 0, title: title(0), category: { name: CATEGORY } },
    events: {
      open: await writer.putHelpEvent({ ...help, expiresAt: '2099-01-01T00:00:00Z' }),
      expired: await writer.putHelpEvent({ ...help, book: `${section}-1`, expiresAt: '2026-02-01T00:00:00Z' }),
    },
  };
}

const greekBook = (key: string, section: number, number: number) =>
  smallBook(number, {
    key,
    section,
    title: title(number),
    introduction: INTRODUCTION,
    language: 'el',
    author: { name: `Συγγραφέας ${number % 4}`, introduction: 'Γράφει.' },
    category: CATEGORY,
    subCategory: number % 4 === 0 ? 'Θάλασσα' : null,
    genres: [GENRES[number % 3] ?? ''],
    tags: TAGS.slice(number % 20, (number % 20) + 5),
    keywords: [`φράση ${number % 6}`],
    status: number % 2 === 0 ? 'finished' : 'updating',
    chapters: Array.from({ length: number === 0 ? CHAPTERS : 3 }, (_, place) => ({
      title: `Κεφάλαιο ${place + 1}`,
      part: null,
      kind: 'chapter',
      words: 900,
      updatedAt: '2026-02-01T00:00:00Z',
      html: '<p>Ήταν νύχτα.</p>'.repeat(20),
      price: place > 20 ? 3 : null,
    })),
  });
