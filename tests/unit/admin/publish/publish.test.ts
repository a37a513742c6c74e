import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PublishEnd, Publishing, PublishProgress } from '#src/admin/index.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

interface Rebuild {
  readonly brand: string;
  readonly stop: AbortSignal;
  tell(progress: PublishProgress): void;
  end(end?: Partial<PublishEnd>): void;
}

let rebuilds: Rebuild[];
let test: TestAdmin;
let waiting: (() => void)[];

const publishing: Publishing = {
  plan: async (brands) => brands.map((brand) => ({ brand, added: ['/new'], changed: [], removed: [] })),
  publish: (brand, tell, stop) =>
    new Promise((resolve) => {
      const end = (more = {}) => resolve({ exitCode: 0, report: { status: 'published' }, message: '', ...more });
      stop.addEventListener('abort', () => end({ exitCode: 1 }));
      rebuilds.push({ brand, stop, tell, end });
      for (const go of waiting.splice(0)) go();
    }),
};

/** The rebuild with this number, once it has begun. */
async function begun(number: number): Promise<Rebuild> {
  while (rebuilds.length <= number) await new Promise<void>((resolve) => waiting.push(resolve));
  return rebuilds[number] as Rebuild;
}

beforeEach(async () => {
  rebuilds = [];
  waiting = [];
  test = await startAdmin(undefined, { publishing });
});
afterEach(() => test.close());

const start = (brands?: string[]) => test.ask('POST', '/api/publish', { as: 'operator', body: { brands } });

describe('a publish', () => {
  it('is planned by an editor, of all brands or those that are named', async () => {
    const plan = (body: unknown) => test.ask('POST', '/api/publish/plan', { as: 'editor', body });
    expect((await plan({})).body.data.pages.map(({ brand }: { brand: string }) => brand)).toEqual([
      'local',
      'freenovel',
    ]);
    expect((await plan({ brands: ['local'] })).body.data.pages).toEqual([
      { brand: 'local', added: ['/new'], changed: [], removed: [], counts: { added: 1, changed: 0, removed: 0 } },
    ]);
    expect((await plan({ brands: ['nobody'] })).status).toBe(422);
  });

  it('rebuilds its brands one after another, and one that fails does not stop the others', async () => {
    const { status, body } = await start(['local', 'freenovel']);
    expect([status, body.data.by]).toEqual([202, 'operator@example.org']);
    const first = await begun(0);
    expect(rebuilds.length).toBe(1);
    first.end({ exitCode: 3, message: 'the upstream failed' });
    (await begun(1)).end();
    await expect
      .poll(async () => (await test.ask('GET', `/api/publish/${body.data.run}`, { as: 'editor' })).body.data)
      .toMatchObject({
        ended: expect.any(String),
        brands: [
          { brand: 'local', state: 'failed', exitCode: 3, message: 'the upstream failed' },
          { brand: 'freenovel', state: 'done', exitCode: 0, report: { status: 'published' } },
        ],
      });
  });

  it('is refused for a brand that is being published, and begins for another', async () => {
    await start(['local']);
    const again = await start(['freenovel', 'local']);
    expect([again.status, again.body.error.message]).toEqual([409, 'local is being published already.']);
    expect((await start(['freenovel'])).status).toBe(202);
    (await begun(0)).end();
    await expect.poll(async () => (await start(['local'])).status).toBe(202);
  });

  it('tells its progress as events, up to its end', async () => {
    const address = await test.admin.listen(0);
    const { body } = await start(['local']);
    const rebuild = await begun(0);
    const cookie = `lectern_admin=${await test.sessionOf('editor')}`;
    const response = await fetch(`${address}/api/publish/${body.data.run}/events`, { headers: { cookie } });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    let text = '';
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const until = async (part: string) => {
      while (!text.includes(part)) text += (await reader?.read())?.value ?? '';
    };
    await until('"state":"running"');
    rebuild.tell({ stage: 'rendering', done: 3, total: 9 });
    await until('"stage":"rendering","done":3,"total":9');
    rebuild.end();
    await until('event: end');
    expect(text).toContain('"state":"done"');
  });

  it('can be cancelled: the brand under way is stopped, and those that wait are left out', async () => {
    const { body } = await start(['local', 'freenovel']);
    const rebuild = await begun(0);
    const address = `/api/publish/${body.data.run}`;
    expect((await test.ask('DELETE', address, { as: 'editor' })).status).toBe(403);
    expect((await test.ask('DELETE', address, { as: 'operator' })).status).toBe(202);
    expect(rebuild.stop.aborted).toBe(true);
    await expect
      .poll(async () => (await test.ask('GET', address, { as: 'editor' })).body.data)
      .toMatchObject({ ended: expect.any(String), brands: [{ state: 'cancelled' }, { state: 'cancelled' }] });
    expect(rebuilds.length).toBe(1);
    expect((await start(['local'])).status).toBe(202);
  });

  it('is ended with the admin, which does not wait for those who watch', async () => {
    const address = await test.admin.listen(0);
    const { body } = await start(['local']);
    const rebuild = await begun(0);
    const cookie = `lectern_admin=${await test.sessionOf('editor')}`;
    const response = await fetch(`${address}/api/publish/${body.data.run}/events`, { headers: { cookie } });
    const all = response.text();
    await test.admin.close();
    expect(rebuild.stop.aborted).toBe(true);
    expect(await all).toContain('"state":"running"');
  });
});
