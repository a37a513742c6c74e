import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { reportText } from '#src/publish/rebuild/report.ts';
import { type FaultyUpstream, startFaultyUpstream } from '../../../helpers/faulty-upstream.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { livePage, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

let api: SmallApi;
let upstream: FaultyUpstream;
let site: SmallRebuild;

beforeAll(async () => {
  api = await startSmallApi(60);
  upstream = await startFaultyUpstream(api.origin);
  site = await smallRebuild(upstream.origin);
  await site.run();
});
afterAll(async () => {
  await site.close();
  await upstream.close();
  await api.close();
});
beforeEach(() => upstream.clearFaults());

/** Removes the titles that `select` accepts from the books in a list. */
const removeTitles = (call: string, select: (title: unknown) => boolean) =>
  upstream.rewrite(call, (data) => ({
    ...data,
    items: data.items.map((item) => (select(item['title']) ? { ...item, title: 7 } : item)),
  }));

const isBook = (number: number) => (title: unknown) => String(title).endsWith(` ${number}`);
const listed = () => livePage(site.folder, 'hotnovels/M/1.html') ?? '';

it('a rebuild keeps the pages of a book whose data is invalid, and names the book in the report and the release', async () => {
  await api.write(async (writer) => {
    await writer.putBook(smallBook(1, { title: 'Mirror 1' }));
    await writer.putBook(smallBook(11, { title: 'Moon 11' }));
  });
  removeTitles('book.list', isBook(11));
  const report = await site.run();
  expect(report).toMatchObject({ status: 'published', losses: [{ call: 'book.list', items: 1 }] });
  expect(report.losses?.[0]?.named[0]).toMatch(/data\.items\.\d+\.title is 7, expected string \(id \d+\)/);
  expect(reportText(report)).toMatch(/\n {2}left out {2}1 of book\.list: data\.items/);
  expect(listed()).toContain('Mirror 1');
  expect(listed()).toContain('Meadow 11');
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/releases.ts', '--brand', 'freenovel'], {
    env: { ...process.env, LECTERN_STATE: site.state },
  });
  expect(stdout.match(/left out: 1 of book\.list: data\.items/g)).toHaveLength(1);
});

it('a rebuild updates the pages of an invalid book after its data has become valid', async () => {
  const report = await site.run();
  expect(report.status).toBe('published');
  expect(report).not.toHaveProperty('losses');
  expect(listed()).toContain('Moon 11');
});

it('a ranking omits a book while its entry is invalid, and includes it again in the next rebuild', async () => {
  removeTitles('bookRank.book_list', isBook(7));
  expect(await site.run()).toMatchObject({
    status: 'published',
    losses: [{ call: 'bookRank.book_list', items: expect.any(Number) }],
  });
  upstream.clearFaults();
  expect(await site.run()).toMatchObject({ status: 'published' });
});

it('a rebuild fails if a list contains many invalid items', async () => {
  removeTitles('bookRank.book_list', (title) => /[0-4]$/.test(String(title)));
  await expect(site.run()).rejects.toMatchObject({
    code: 'UPSTREAM',
    exitCode: 3,
    message: expect.stringMatching(/bookRank\.book_list.*CLIENT_CONTRACT.*items break the contract/),
  });
});
