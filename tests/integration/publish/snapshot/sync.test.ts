import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createServerClient } from '#src/contract/client/client.server.ts';
import { silentLog } from '#src/lib/log.ts';
import { openSource, syncSnapshot } from '#src/publish/snapshot/index.ts';
import { everything } from '../../../helpers/everything.ts';
import { PREFIX, type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';

let folder: string;
let api: SmallApi;
let calls: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-catalogue-'));
  api = await startSmallApi(450);
});
afterEach(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

async function sync(origin = api.origin) {
  calls = [];
  let close = async () => {};
  await syncSnapshot({
    file: join(folder, 'catalogue.db'),
    locales: ['en'],
    upstream: origin + PREFIX,
    connect(etags) {
      const client = createServerClient({ origin, prefix: PREFIX, log: silentLog, timeoutMs: 3000, etags });
      close = client.close;
      return {
        lacks: client.lacks,
        probe: client.probe,
        call(call, params, context) {
          calls.push(call.name);
          return client.call(call, params, context);
        },
      };
    },
  }).finally(() => close());
}

/** Opens the snapshot, reads from it and closes it. */
function read<T>(readSource: (source: ReturnType<typeof openSource>) => T): T {
  const source = openSource(join(folder, 'catalogue.db'), 7);
  try {
    return readSource(source);
  } finally {
    source.close();
  }
}

describe('syncSnapshot', () => {
  it('computes every list from the books, hottest first', async () => {
    await sync();
    read((source) => {
      const [romance] = source.genres();
      const books = source.books({ kind: 'genre', id: romance?.id ?? 0 }, 1, 20);
      expect(books.total).toBe(150);
      expect(books.items.map((book) => book.title).slice(0, 3)).toEqual(['Harbour 0', 'Quarry 3', 'Atlas 6']);
      expect(source.categories()).toEqual([
        { name: 'Mystery', subs: [] },
        { name: 'Romance', subs: ['Slow Burn'] },
      ]);
      expect(source.books({ kind: 'category', name: 'Romance', sub: 'Slow Burn' }, 1, 5).total).toBe(113);
      expect(source.letters()).toEqual(['A', 'E', 'H', 'L', 'M', 'O', 'Q', 'W', '0']);
      expect(source.books({ kind: 'letter', letter: 'E' }, 1, 5).total).toBe(90);
      expect(source.keywords(1, 3).items.map((keyword) => keyword.name)).toEqual(['phrase 0', 'phrase 1', 'phrase 2']);
      expect(source.keyword('phrase-4')?.name).toBe('phrase 4');
    });
  });

  it("keeps the upstream's order of rankings, shelves and sections", async () => {
    await sync();
    read((source) => {
      const [hot] = source.rankings();
      const id = hot?.items[0]?.id ?? 0;
      const third = source.books({ kind: 'ranking', type: 'hot', id }, 21, 20);
      expect(third.total).toBe(420);
      expect(third.items[0]?.title).toBe('Harbour 400');
      expect(source.shelves().map((shelf) => [shelf.name, shelf.books.length])).toEqual([
        ['For you', 12],
        ['Finished', 12],
      ]);
      const [section] = source.sections();
      expect(source.books({ kind: 'section', id: section?.id ?? 0 }, 2, 20).items).toHaveLength(10);
      expect(source.banners()).toHaveLength(1);
    });
  });

  it('requests only changes after the first sync', async () => {
    await sync();
    const first = calls.filter((name) => name === 'book.list').length;
    await api.write(async (writer) => {
      await writer.putBook(smallBook(7, { title: 'Zenith 7', tags: ['tag 0'] }));
      await writer.putBook(smallBook(500, { hot: 2_000_000 }));
      await writer.removeBook('book-0');
    });
    await sync();
    expect(calls.filter((name) => name === 'book.list').length).toBeLessThan(first);
    read((source) => {
      expect(source.letters()).toContain('Z');
      const tag = source.tags().find((one) => one.name === 'tag 0');
      const titles = source.books({ kind: 'tag', id: tag?.id ?? 0 }, 1, 3).items.map((book) => book.title);
      expect(titles).toEqual(['Harbour 500', 'Willow 5', 'Zenith 7']);
      const [romance] = source.genres();
      expect(source.books({ kind: 'genre', id: romance?.id ?? 0 }, 1, 1).total).toBe(149);
    });
  });

  it('computes the same lists from changes as from a complete read', async () => {
    await sync();
    await api.write(async (writer) => {
      for (let number = 0; number < 90; number += 3)
        await writer.putBook(smallBook(number, { hot: number * 31, genres: ['Fantasy', 'Mystery'] }));
      for (let number = 1; number < 60; number += 5) await writer.removeBook(`book-${number}`);
    });
    await sync();
    const stepwise = read(everything);
    await rm(join(folder, 'catalogue.db'));
    await sync();
    expect(read(everything)).toEqual(stepwise);
  });

  it('leaves the snapshot unchanged if the upstream is down', async () => {
    await sync();
    const before = read(everything);
    await expect(sync('http://127.0.0.1:1')).rejects.toMatchObject({ code: 'UPSTREAM', exitCode: 3 });
    expect(read(everything)).toEqual(before);
  });

  it('does not change the data of an open snapshot', async () => {
    await sync();
    const source = openSource(join(folder, 'catalogue.db'), 7);
    const before = everything(source);
    await api.write((writer) => writer.removeBook('book-3'));
    await sync();
    expect(source.books({ kind: 'letter', letter: 'Q' }, 1, 1).total).toBe(45);
    expect(everything(source)).toEqual(before);
    source.close();
    read((fresh) => expect(fresh.books({ kind: 'letter', letter: 'Q' }, 1, 1).total).toBe(44));
  });
});
