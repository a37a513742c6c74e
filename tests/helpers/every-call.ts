import { createApi, createWriter, type Store } from '#src/api/index.ts';
import type { Transport } from '#src/contract/client/types.ts';
import { runSuite } from '#src/contract/conformance/suite.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { silentLog } from '#src/lib/log.ts';
import { book, chapter, NOW } from '../integration/api/fixture.ts';
import { putLivingLists } from './living-lists.ts';

/** Fills a store with books, names and editorial lists, changes some of them, and takes a book down. */
export async function fillStore(store: Store): Promise<void> {
  const writer = createWriter(store, { now: () => NOW });
  const shared = { brand: null, section: 7 };
  await writer.transaction(async () => {
    for (const n of [1, 2, 3]) {
      const chapters = [chapter('One'), chapter('Two', { price: 5, freeFrom: '2026-01-02T00:00:00Z' })];
      await writer.putBook(book(`b${n}`, { title: `Dragon ${n}`, tags: ['Dragons', `Tag ${n}`], chapters }));
    }
    await writer.putGenre({ section: 7, name: 'Fantasy', introduction: '', tags: ['Dragons', 'Tag 1'] });
    await writer.putRanking({ ...shared, type: 'hot', typeName: 'Hot', name: 'Weekly', books: ['b1', 'b2'] });
    await writer.putShelf({ ...shared, name: 'New', style: 'row', books: ['b1', 'b2'] });
    await writer.putBanner({ ...shared, title: 'Read', subtitle: '', image: null, book: 'b1' });
    await writer.merge('tag', 2, 1);
    await writer.merge('genre', 1, 2);
    await writer.takeDownBook('b3', null);
  });
}

/** Makes every call of the contract, as the conformance suite does. */
export async function makeEveryCall(store: Store): Promise<void> {
  await putLivingLists(store);
  const api = createApi({
    store,
    prefixes: [{ prefix: '/public', brand: 'local', livingLists: true }],
    media: store.media,
    log: silentLog,
  });
  const send: Transport = async ({ method, target, headers, body }) => {
    const answer = await api.inject({ url: target, method, headers: { ...headers }, payload: body ?? '' });
    const header = (name: string) => answer.headers[name]?.toString();
    return {
      status: answer.statusCode,
      etag: header('etag'),
      contentType: header('content-type'),
      body: answer.payload,
    };
  };
  await runSuite(send, { prefix: '/public', locale: LOCALES.en, write: true });
  await api.close();
}
