import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandOutput } from '#src/admin/index.ts';
import type { Brand } from '#src/brand/registry.ts';
import { silentLog } from '#src/lib/log.ts';
import { beginNight } from '#src/nights/index.ts';
import { createReleaseWriter, switchLive } from '#src/release/index.ts';
import { addPage } from '../../../helpers/release-pages.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

const FROM = '20260101T000000000Z';
const TO = '20260201T000000000Z';

const BRANDS = [
  { id: 'local', appName: 'Lectern', hosts: ['localhost'] },
  { id: 'freenovel', appName: 'FreeNovel', hosts: [] },
] as unknown as Brand[];

let test: TestAdmin;
let asked: (readonly string[])[];
let said: CommandOutput;

beforeEach(async () => {
  asked = [];
  said = { ok: true, output: '[]' };
  const runReleases = async (args: readonly string[]) => {
    asked.push(args);
    return said;
  };
  test = await startAdmin(undefined, { runReleases, brands: async () => BRANDS });
  await release(FROM, { '/': 'before', '/genres/1': 'gone' });
  await release(TO, { '/': 'after' });
  await switchLive(join(test.folder, 'local'), TO);
});
afterEach(() => test.close());

/** A release of the brand `local` with these pages. */
async function release(id: string, pages: Readonly<Record<string, string>>): Promise<void> {
  const releases = join(test.folder, 'local/releases');
  const bundle = { id: 'b', csp: '' };
  const common = { brand: 'local', brandFingerprint: '', bundle, created: new Date(0), previous: undefined };
  const writer = createReleaseWriter({ ...common, releases, id, keepsPages: false });
  for (const [path, html] of Object.entries(pages))
    addPage(writer, { path, html: Buffer.from(html), inputs: '', version: '' });
  writer.seal();
  await writer.finish();
}

/** A night of the brand `local`. */
const begin = (started: Date) =>
  beginNight({ state: test.folder, brand: 'local', mode: 'night', log: silentLog, now: () => started });

const read = (path: string) => test.ask('GET', `/api/status${path}`, { as: 'editor' });

describe('the status', () => {
  it('has what is live of each brand, and how its last night went', async () => {
    const night = begin(new Date());
    night.end({
      outcome: 'published',
      exitCode: 0,
      release: TO,
      seconds: { sync: 1, total: 2 },
      pages: { rendered: 1, kept: 0, removed: 1 },
      kinds: { home: { rendered: 1, kept: 0, removed: 0 } },
      bytes: 5,
      upstream: { calls: 1, retries: 0, errors: 0 },
      reasons: [],
    });
    test.setNow(new Date());
    const { body } = await read('');
    const [local, other] = body.data.brands;
    expect(local).toMatchObject({
      name: 'Lectern',
      host: 'localhost',
      live: { release: TO, pages: 1 },
      last: { outcome: 'published' },
    });
    expect(other).toMatchObject({ host: 'freenovel.localhost', live: null, last: null });
    expect(body.data.nights).toMatchObject([{ brand: 'local', seconds: { sync: 1, total: 2 } }]);
    expect(body.data.nights[0]).not.toHaveProperty('kinds');
  });

  it('leaves out nights of more than 30 days ago', async () => {
    begin(new Date('2026-04-01T03:00:00Z'));
    expect((await read('')).body.data.nights).toEqual([]);
  });
});

describe('releases', () => {
  it('are listed, the newest first', async () => {
    const { body } = await read('/local/releases');
    expect(body.data.map((one: { release: string; live: boolean }) => [one.release, one.live])).toEqual([
      [TO, true],
      [FROM, false],
    ]);
  });

  it('are compared by the command, and no more than 5000 paths of a kind are answered', async () => {
    const changed = Array.from({ length: 5001 }, (_, number) => `/novel/${number}`);
    said = { ok: true, output: JSON.stringify({ added: [], changed, removed: ['/genres/1'] }) };
    const { body } = await read(`/local/releases/${FROM}/${TO}`);
    expect(asked).toEqual([['--brand', 'local', 'diff', FROM, TO]]);
    expect(body.data.changed).toHaveLength(5000);
    expect(body.data).toMatchObject({ removed: ['/genres/1'], totals: { added: 0, changed: 5001, removed: 1 } });
  });

  it('show one page in both, and nothing where one has no such page', async () => {
    const page = (path: string) => read(`/local/releases/${FROM}/${TO}/page?path=${encodeURIComponent(path)}`);
    expect((await page('/')).body.data).toEqual({ before: 'before', after: 'after' });
    expect((await page('/genres/1')).body.data).toEqual({ before: 'gone', after: null });
    expect((await page('/../../release.json')).body.data).toEqual({ before: null, after: null });
  });

  it('that are not there are not found, and neither are other brands', async () => {
    expect((await read(`/local/releases/${FROM}/2/page?path=/`)).status).toBe(404);
    expect((await read(`/local/releases/..%2f/${TO}`)).status).toBe(404);
    expect((await read('/nobody/releases')).status).toBe(404);
    expect(asked).toEqual([]);
  });
});

describe('a rollback', () => {
  const back = (as: 'editor' | 'operator', release: string) =>
    test.ask('POST', '/api/status/local/rollback', { as, body: { release } });

  it('is made by the command, for an operator', async () => {
    expect((await back('operator', FROM)).status).toBe(200);
    expect(asked).toEqual([['--brand', 'local', 'rollback', FROM]]);
  });

  it('is refused to an editor', async () => {
    expect((await back('editor', FROM)).status).toBe(403);
    expect(asked).toEqual([]);
  });

  it('tells what the command says where it fails, and takes nothing but an id', async () => {
    said = { ok: false, output: 'The release is damaged.\n' };
    expect((await back('operator', FROM)).body.error).toMatchObject({
      code: 'conflict',
      message: 'The release is damaged.',
    });
    expect((await back('operator', '--help')).status).toBe(422);
  });
});
