import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWriter, openStore, type Store } from '#src/api/index.ts';
import { type Postgres, startPostgres } from '../../../scripts/testing/postgres.ts';
import { html, publish, testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';
import { newDatabase } from '../../helpers/test-store.ts';
import { book } from '../api/fixture.ts';
import { type Program, runProgram } from '../scripts/program.ts';

const NOVEL = '/novel/1/Fantasy/Dragons';
/** Cache-Control for a page that stays fresh for longer than any test. */
const LONG_CACHED = { headers: { 'lectern-cache': 'max-age=3600, stale-while-revalidate=3600' } };

describe('two sites whose API processes share one PostgreSQL database', () => {
  let folder: string;
  let postgres: Postgres;
  let store: Store;
  let processes: Program[];
  let sites: RunningServer[];
  let rendered: number;

  /** A page that shows a title from the API. */
  const site = (origin: string) => ({
    async render() {
      rendered += 1;
      const answer = await fetch(`${origin}/freenovel_api/v1/book.show?book_id=1`);
      return new Response(html((await answer.json()).data.book.title), LONG_CACHED);
    },
  });
  const expectTitle = async (number: number) => {
    const { text } = (await sites[number]?.ask('ash', NOVEL)) ?? { text: '' };
    return /<title>(.*?)</.exec(text)?.[1];
  };
  const rename = async (title: string) => {
    const writer = createWriter(store);
    await writer.transaction(() => writer.editBook('a', { title }));
  };

  beforeAll(async () => {
    rendered = 0;
    folder = mkdtempSync(join(tmpdir(), 'lectern-content-watch-'));
    postgres = await startPostgres();
    const address = await newDatabase(postgres.url);
    store = await openStore(folder, address);
    const writer = createWriter(store);
    await writer.transaction(() => writer.putBook(book('a', { title: 'First' })));
    processes = [0, 1].map(() => runProgram('api', ['--port', '0'], folder, { LECTERN_STORE: address }));
    const origins = await Promise.all(processes.map(async (one) => (await one.says(/^http:\S+/))[0]));
    sites = await Promise.all(
      origins.map((upstreamOrigin) => startServer([testBrand('ash')], { site: site(upstreamOrigin), upstreamOrigin })),
    );
    for (const { state } of sites) await publish(state, 'ash', { pages: {} });
  });
  afterAll(async () => {
    for (const one of sites) await one.close();
    for (const one of processes) await one.stop();
    await store.close();
    await postgres.close();
    rmSync(folder, { recursive: true });
  });

  it('show a change within two seconds, although both cache the page for an hour', async () => {
    await expect.poll(() => Promise.all([expectTitle(0), expectTitle(1)])).toEqual(['First', 'First']);
    // The site may make its first call for the content version after it has sent the page.
    await new Promise((resolve) => void setTimeout(resolve, 2500));
    await Promise.all([expectTitle(0), expectTitle(1)]);
    const before = rendered;
    await Promise.all([expectTitle(0), expectTitle(1)]);
    expect(rendered).toBe(before);
    await rename('Second');
    const since = performance.now();
    await expect
      .poll(() => Promise.all([expectTitle(0), expectTitle(1)]), { interval: 50 })
      .toEqual(['Second', 'Second']);
    expect(performance.now() - since).toBeLessThan(process.env['CI'] ? 10_000 : 4_000);
  });

  it('still show changes after a restart of PostgreSQL', async () => {
    await postgres.restart();
    await expect.poll(() => rename('Third').then(() => 'done', String)).toBe('done');
    await expect
      .poll(() => Promise.all([expectTitle(0), expectTitle(1)]), { interval: 50 })
      .toEqual(['Third', 'Third']);
  });
});
