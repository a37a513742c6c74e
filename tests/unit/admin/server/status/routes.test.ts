import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AdminJobs } from '#src/admin/server/index.ts';
import type { Brand } from '#src/brand/registry.ts';
import { LecternError } from '#src/lib/errors.ts';
import { silentLog } from '#src/lib/log.ts';
import { beginNight } from '#src/publish/nights/index.ts';
import { createReleaseWriter, switchLive } from '#src/publish/release/index.ts';
import { addPage } from '../../../../helpers/release-pages.ts';
import { NO_JOBS, startAdmin, type TestAdmin } from '../fixture.ts';

const FROM = '20260101T000000000Z';
const TO = '20260201T000000000Z';

const BRANDS = [
  { id: 'local', appName: 'Lectern', hosts: ['localhost'] },
  { id: 'freenovel', appName: 'FreeNovel', hosts: [] },
] as unknown as Brand[];

let test: TestAdmin;
let jobCalls: (readonly string[])[];
let refusal: LecternError | undefined;

const CHANGES = { added: [], changed: ['/'], removed: ['/genres/1'], counts: { added: 0, changed: 5001, removed: 1 } };

beforeEach(async () => {
  jobCalls = [];
  refusal = undefined;
  const record = (...job: readonly string[]) => {
    jobCalls.push(job);
    if (refusal) throw refusal;
  };
  const jobs: AdminJobs = {
    ...NO_JOBS,
    async compareReleases(...job) {
      record('compare', ...job);
      return CHANGES;
    },
    async rollBack(...job) {
      record('roll back', ...job);
    },
  };
  test = await startAdmin(undefined, { jobs, brands: async () => BRANDS });
  await release(FROM, { '/': 'before', '/genres/1': 'gone' });
  await release(TO, { '/': 'after' });
  await switchLive(join(test.folder, 'local'), TO);
});
afterEach(() => test.close());

/** Publishes a release of the brand `local` with these pages. */
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

/** Records the start of a nightly rebuild of the brand `local`. */
const begin = (started: Date) =>
  beginNight({ state: test.folder, brand: 'local', mode: 'night', log: silentLog, now: () => started });

const read = (path: string) => test.ask('GET', `/api/status${path}`, { as: 'editor' });

describe('the status page of the admin', () => {
  it('contains the live release and the latest nightly rebuild of each brand', async () => {
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

  it('omits rebuilds older than 30 days', async () => {
    begin(new Date('2026-04-01T03:00:00Z'));
    expect((await read('')).body.data.nights).toEqual([]);
  });
});

describe('releases in the admin API', () => {
  it('are listed with the newest first', async () => {
    const { body } = await read('/local/releases');
    expect(body.data.map((entry: { release: string; live: boolean }) => [entry.release, entry.live])).toEqual([
      [TO, true],
      [FROM, false],
    ]);
  });

  it('are compared by a job in a separate process', async () => {
    const { body } = await read(`/local/releases/${FROM}/${TO}`);
    expect(jobCalls).toEqual([['compare', 'local', FROM, TO]]);
    expect(body.data).toEqual(CHANGES);
  });

  it('are compared page by page, with null for a release that lacks the page', async () => {
    const page = (path: string) => read(`/local/releases/${FROM}/${TO}/page?path=${encodeURIComponent(path)}`);
    expect((await page('/')).body.data).toEqual({ before: 'before', after: 'after' });
    expect((await page('/genres/1')).body.data).toEqual({ before: 'gone', after: null });
    expect((await page('/../../release.json')).body.data).toEqual({ before: null, after: null });
  });

  it('return 404 if the release or brand does not exist', async () => {
    expect((await read(`/local/releases/${FROM}/2/page?path=/`)).status).toBe(404);
    expect((await read(`/local/releases/..%2f/${TO}`)).status).toBe(404);
    expect((await read('/nobody/releases')).status).toBe(404);
    expect(jobCalls).toEqual([]);
  });
});

describe('a rollback in the admin', () => {
  const back = (as: 'editor' | 'operator', release: string) =>
    test.ask('POST', '/api/status/local/rollback', { as, body: { release } });

  it('is run as a separate job when an operator requests it', async () => {
    expect((await back('operator', FROM)).status).toBe(200);
    expect(jobCalls).toEqual([['roll back', 'local', FROM]]);
  });

  it('is forbidden for editors', async () => {
    expect((await back('editor', FROM)).status).toBe(403);
    expect(jobCalls).toEqual([]);
  });

  it('returns the error of a failed job, and accepts only release ids', async () => {
    refusal = new LecternError('DAMAGED', 'The release is damaged.');
    expect((await back('operator', FROM)).body.error).toMatchObject({
      code: 'conflict',
      message: 'The release is damaged.',
    });
    expect((await back('operator', '--help')).status).toBe(422);
  });
});
