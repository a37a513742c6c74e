import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PublishEnd, PublishProgress } from '#src/admin/contract/publish.ts';
import { type AdminJobs, firstPaths } from '#src/admin/server/index.ts';
import { NO_JOBS, startAdmin, type TestAdmin } from '../fixture.ts';

interface Rebuild {
  readonly brand: string;
  readonly stop: AbortSignal;
  report(progress: PublishProgress): void;
  end(end?: Partial<PublishEnd>): void;
}

let rebuilds: Rebuild[];
let test: TestAdmin;
let waiting: (() => void)[];

const REPORT = { status: 'published', pages: { rendered: 1, kept: 2, removed: 0 } } as const;

const jobs: AdminJobs = {
  ...NO_JOBS,
  plan: async (brands) =>
    brands.map((brand) => ({ brand, ...firstPaths({ added: ['/a', '/b'], changed: [], removed: [] }, 1) })),
  publish: (brand, report, stop) =>
    new Promise((resolve) => {
      const end = (more = {}) => resolve({ exitCode: 0, report: REPORT, message: '', ...more });
      stop.addEventListener('abort', () => end({ exitCode: 1 }));
      rebuilds.push({ brand, stop, report, end });
      for (const resume of waiting.splice(0)) resume();
    }),
};

/** Waits for the rebuild with this number to start. */
async function startedRebuild(number: number): Promise<Rebuild> {
  while (rebuilds.length <= number) await new Promise<void>((resolve) => waiting.push(resolve));
  return rebuilds[number] as Rebuild;
}

beforeEach(async () => {
  rebuilds = [];
  waiting = [];
  test = await startAdmin(undefined, { jobs });
});
afterEach(() => test.close());

const start = (brands?: string[]) => test.ask('POST', '/api/publish', { as: 'operator', body: { brands } });

describe('a publishing run of the admin', () => {
  it('can be planned for all or selected brands, also by editors', async () => {
    const plan = (body: unknown) => test.ask('POST', '/api/publish/plan', { as: 'editor', body });
    expect((await plan({})).body.data.pages.map(({ brand }: { brand: string }) => brand)).toEqual([
      'local',
      'freenovel',
    ]);
    expect((await plan({ brands: ['local'] })).body.data.pages).toEqual([
      { brand: 'local', added: ['/a'], changed: [], removed: [], counts: { added: 2, changed: 0, removed: 0 } },
    ]);
    expect((await plan({ brands: ['nobody'] })).status).toBe(422);
  });

  it('rebuilds brands one after another, and continues after a failure', async () => {
    const { status, body } = await start(['local', 'freenovel']);
    expect([status, body.data.by]).toEqual([202, 'operator@example.org']);
    const first = await startedRebuild(0);
    expect(rebuilds.length).toBe(1);
    first.end({ exitCode: 3, message: 'the upstream failed' });
    (await startedRebuild(1)).end();
    await expect
      .poll(async () => (await test.ask('GET', `/api/publish/${body.data.id}`, { as: 'editor' })).body.data)
      .toMatchObject({
        ended: expect.any(String),
        brands: [
          { brand: 'local', state: 'failed', exitCode: 3, message: 'the upstream failed' },
          { brand: 'freenovel', state: 'done', exitCode: 0, report: REPORT },
        ],
      });
  });

  it('is rejected only if one of its brands is already being published', async () => {
    await start(['local']);
    const again = await start(['freenovel', 'local']);
    expect([again.status, again.body.error.message]).toEqual([409, 'local is already being published.']);
    expect((await start(['freenovel'])).status).toBe(202);
    (await startedRebuild(0)).end();
    await expect.poll(async () => (await start(['local'])).status).toBe(202);
  });

  it('sends its progress as events until it ends', async () => {
    const address = await test.admin.listen(0);
    const { body } = await start(['local']);
    const rebuild = await startedRebuild(0);
    const cookie = `lectern_admin=${await test.sessionOf('editor')}`;
    const response = await fetch(`${address}/api/publish/${body.data.id}/events`, { headers: { cookie } });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    let text = '';
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const until = async (part: string) => {
      while (!text.includes(part)) text += (await reader?.read())?.value ?? '';
    };
    await until('"state":"running"');
    rebuild.report({ stage: 'rendering', done: 3, total: 9 });
    await until('"stage":"rendering","done":3,"total":9');
    rebuild.end();
    await until('event: end');
    expect(text).toContain('"state":"done"');
  });

  it('can be cancelled, which aborts the running rebuild and skips waiting brands', async () => {
    const { body } = await start(['local', 'freenovel']);
    const rebuild = await startedRebuild(0);
    const address = `/api/publish/${body.data.id}`;
    expect((await test.ask('DELETE', address, { as: 'editor' })).status).toBe(403);
    expect((await test.ask('DELETE', address, { as: 'operator' })).status).toBe(202);
    expect(rebuild.stop.aborted).toBe(true);
    await expect
      .poll(async () => (await test.ask('GET', address, { as: 'editor' })).body.data)
      .toMatchObject({ ended: expect.any(String), brands: [{ state: 'cancelled' }, { state: 'cancelled' }] });
    expect(rebuilds.length).toBe(1);
    expect((await start(['local'])).status).toBe(202);
  });

  it('is aborted when the admin closes, even with open event streams', async () => {
    const address = await test.admin.listen(0);
    const { body } = await start(['local']);
    const rebuild = await startedRebuild(0);
    const cookie = `lectern_admin=${await test.sessionOf('editor')}`;
    const response = await fetch(`${address}/api/publish/${body.data.id}/events`, { headers: { cookie } });
    const all = response.text();
    await test.admin.close();
    expect(rebuild.stop.aborted).toBe(true);
    expect(await all).toContain('"state":"running"');
  });
});
