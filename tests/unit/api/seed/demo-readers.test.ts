import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BRAND_WITH_READERS, putDemoReaders } from '#src/api/seed/demo-readers.ts';
import { SEED_KEY } from '#src/api/seed/index.ts';
import { type EmptyStore, openEmptyStore } from '../../../helpers/empty-store.ts';
import { book } from '../../../integration/api/fixture.ts';
import { rowsOf } from '../statistics/statistics-store.ts';

let opened: EmptyStore;
beforeAll(async () => {
  opened = await openEmptyStore();
  await opened.write(async (writer) => {
    for (let number = 1; number <= 40; number += 1)
      await writer.putBook(book(`${SEED_KEY}en:${number}`, { cover: null }));
    await writer.putBook(book('imported'));
  });
});
afterAll(() => opened.close());

const lists = () => rowsOf(opened.store.counts, 'living_lists', 'list, subject, entries');

describe('the readers of the demo catalogue', () => {
  it('give a brand trending books, most read books and similar books', async () => {
    await putDemoReaders(opened.store);
    const rows = await lists();
    const entriesOf = (list: string) =>
      rows.filter(([name]) => name === list).map(([, , entries]) => JSON.parse(String(entries)));
    for (const list of ['trending', 'week']) expect(entriesOf(list)[0].length).toBeGreaterThanOrEqual(4);
    expect(entriesOf('similar')).toHaveLength(40);
    expect(await rowsOf(opened.store.counts, 'living_days', 'brand')).toEqual([[BRAND_WITH_READERS]]);
  });

  it('are the same when the catalogue is seeded again', async () => {
    const before = await lists();
    await putDemoReaders(opened.store);
    expect(await lists()).toEqual(before);
  });
});
