import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainRenderers } from '../../../helpers/plain-renderer.ts';
import { PREFIX, type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { livePage, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

let api: SmallApi;
let site: SmallRebuild;

beforeEach(async () => {
  api = await startSmallApi(60);
  site = await smallRebuild(api.origin);
  await site.run();
});
afterEach(async () => {
  await site.close();
  await api.close();
});

async function cursorNow(): Promise<string> {
  const answer = await fetch(`${api.origin}${PREFIX}/v1/book.list?section=7&page=1&page_size=1`);
  const { data } = (await answer.json()) as { data: { cursor: string } };
  return data.cursor;
}

/** Runs again with a renderer that changes each page. */
async function again(cursor: string, isDry = false) {
  const renderers = plainRenderers((html) => html.replace('</h1>', ' again</h1>'));
  const run = { mode: 'changed-since', cursor } as const;
  const report = await site.run(isDry ? { mode: 'dry-run', of: run } : run, { renderers: async () => renderers });
  return { report, rendered: renderers.rendered };
}

describe('rebuild --changed-since', () => {
  it('renders only the pages that show a changed book, even if their models are unchanged', async () => {
    const cursor = await cursorNow();
    await api.write((writer) => writer.putBook(smallBook(6, { introduction: 'Another beginning.' })));
    await site.run();
    const { report, rendered } = await again(cursor);
    expect(report.status).toBe('published');
    expect(rendered).toEqual(expect.arrayContaining(['/', '/hotnovels/A/1']));
    for (const path of rendered) {
      const file = path === '/' ? 'index.html' : `${decodeURIComponent(path.slice(1))}.html`;
      expect(livePage(site.folder, file)).toContain('Atlas 6');
    }
    expect(livePage(site.folder, 'hotnovels/A/1.html')).toContain(' again</h1>');
    expect(livePage(site.folder, 'hotnovels/H/1.html')).not.toContain(' again</h1>');
    expect(await site.run()).toMatchObject({ status: 'unchanged' });
  });

  it('also publishes changes made since the last nightly rebuild', async () => {
    const cursor = await cursorNow();
    await api.write((writer) => writer.putBook(smallBook(6, { introduction: 'Another beginning.' })));
    await site.run();
    await api.write((writer) => writer.putBook(smallBook(900, { title: 'Zebra Crossing' })));
    const { report } = await again(cursor, true);
    expect(report.plan?.byReason).toMatchObject({ full: expect.any(Number), new: expect.any(Number) });
    await again(cursor);
    expect(livePage(site.folder, 'hotnovels/Z/1.html')).toContain('Zebra Crossing');
  });

  it('renders nothing if no data has changed since the cursor', async () => {
    const { report, rendered } = await again(await cursorNow());
    expect(report.status).toBe('unchanged');
    expect(rendered).toEqual([]);
  });

  it('rejects a cursor that the upstream does not know, with an error that contains the cursor', async () => {
    await expect(again('another-store.7')).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('does not accept the cursor "another-store.7"'),
    });
  });
});
