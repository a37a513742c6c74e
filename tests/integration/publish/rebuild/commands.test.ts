import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTally, type RebuildReport } from '#src/publish/rebuild/index.ts';
import { listReleases, liveId } from '#src/publish/release/index.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

let api: SmallApi;
let site: SmallRebuild;
const tally = createTally();
let report: RebuildReport;

beforeAll(async () => {
  api = await startSmallApi(60);
  site = await smallRebuild(api.origin);
  await site.run();
  await api.write((writer) => writer.putBook(smallBook(6, { title: 'Xylophone 6' })));
  report = await site.run({ mode: 'night' }, {}, {}, tally);
});
afterAll(async () => {
  await site.close();
  await api.close();
});

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function command(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, LECTERN_STATE: site.state, ...env } };
    execFile(process.execPath, [`scripts/${name}.ts`, ...args], options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

describe('npm run rebuild', () => {
  it.each([
    ['no brand', [], /--brand/],
    ['an unknown brand', ['--brand', 'nobody'], /no brand "nobody"/],
    ['an unknown option', ['--brand', 'local', '--fast'], /--fast/],
    ['an unexpected argument', ['--brand', 'local', 'now'], /'now'.*Use --help/],
    ['an empty reason', ['--brand', 'local', '--accept', ' '], /reason/],
  ])('rejects %s with exit code 2', async (_, args, message) => {
    const ended = await command('rebuild', args);
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
  });

  it('reports in JSON which brand failed and why, and keeps the live release', async () => {
    const live = liveId(site.folder);
    const ended = await command('rebuild', ['--brand', 'freenovel', '--json'], {
      LECTERN_UPSTREAM: 'http://127.0.0.1:9',
      LECTERN_NIGHT_COMMAND: `cat > '${site.state}/alert.json'`,
    });
    expect(ended.code).toBe(3);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      brand: 'freenovel',
      release: live,
      status: 'failed',
      error: { code: 'UPSTREAM' },
    });
    expect(ended.stderr).toContain('CLIENT_NETWORK');
    expect(liveId(site.folder)).toBe(live);
    expect(JSON.parse(readFileSync(`${site.state}/alert.json`, 'utf8'))).toMatchObject({
      brand: 'freenovel',
      outcome: 'failed',
      exitCode: 3,
      release: live,
    });
    // Without a terminal, the command logs its stages.
    expect(ended.stderr).toMatch(/"brand":"freenovel","stage":"reading the upstream","msg":"progress"/);
  });
});

describe('npm run nights', () => {
  it('lists a failed rebuild with the reason', async () => {
    const { stdout, code } = await command('nights', ['--brand', 'freenovel', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({
        brand: 'freenovel',
        mode: 'night',
        outcome: 'failed',
        exitCode: 3,
        release: liveId(site.folder),
        pages: null,
        reasons: [expect.stringContaining('CLIENT_NETWORK')],
      }),
    ]);
    const [night] = JSON.parse(stdout);
    expect(night.seconds.sync).toBeGreaterThan(0);
    expect(night.upstream.retries).toBeGreaterThan(0);
    expect(night.upstream.errors).toBe(night.upstream.calls);
  });

  it.each([[['--last', '0']], [['--brand', 'nobody']], [['now']]])('rejects the arguments %j', async (args) => {
    expect((await command('nights', args)).code).toBe(2);
  });
});

describe('the page counts of a rebuild', () => {
  it('are given per kind of page, and add up to the totals in the report', () => {
    const kinds = Object.values(tally.kinds);
    const { pages } = report;
    for (const count of ['rendered', 'kept', 'removed'] as const)
      expect(kinds.reduce((sum, kind) => sum + kind[count], 0)).toBe(pages[count]);
    expect(pages.kept).toBeGreaterThan(0);
    expect(tally.kinds['home']).toMatchObject({ removed: 0 });
    expect(tally.seconds).toEqual({ ...report.seconds, total: expect.any(Number) });
    expect(tally.upstream).toMatchObject({ calls: report.apiCalls, retries: 0, errors: 0 });
  });
});

describe('npm run releases', () => {
  it('lists the releases, newest first', async () => {
    const { stdout, code } = await command('releases', ['--brand', 'freenovel', 'list', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(listReleases(site.folder));
    expect((await command('releases', ['--brand', 'freenovel'])).stdout).toMatch(
      /^\* \d{8}T\d{9}Z .* pages, .* MiB\n {2}/,
    );
  });

  it('compares two releases', async () => {
    const [after, before] = listReleases(site.folder).map(({ release }) => release);
    const { stdout } = await command('releases', ['--brand', 'freenovel', 'diff', before ?? '', after ?? '']);
    expect(stdout).toContain('+ /hotnovels/X/1');
    // The changed files: four sitemaps, the feeds of updated books and of two rankings, and the catalogues.
    expect(stdout).toMatch(/files: 0 added, 18 changed, 0 removed\n1 added, \d+ changed, 0 removed\n$/);
  });

  it('rolls back to the previous release, and fails if there is no earlier release', async () => {
    const [, before] = listReleases(site.folder);
    expect((await command('releases', ['--brand', 'freenovel', 'rollback'])).code).toBe(0);
    expect(liveId(site.folder)).toBe(before?.release);
    expect(await command('releases', ['--brand', 'freenovel', 'rollback'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no earlier release'),
    });
  });

  it('verifies the live release, and makes the next rebuild render damaged pages again', async () => {
    // Publishes again after the rollback above.
    await site.run();
    const file = `${site.folder}/current/site/hotnovels/A/1.html`;
    const html = readFileSync(file, 'utf8');
    const verify = (...args: string[]) => command('releases', ['--brand', 'freenovel', 'verify', ...args]);
    expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringMatching(/ browser files: whole\n$/) });
    // Creates a new file, because other releases share the old one.
    rmSync(file);
    writeFileSync(file, html.toUpperCase());
    const { code, stdout } = await verify('--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject([
      {
        brand: 'freenovel',
        found: 1,
        findings: [{ problem: 'content', file: 'site/hotnovels/A/1.html', path: '/hotnovels/A/1' }],
        noted: true,
      },
    ]);
    expect((await verify()).stdout).toMatch(/: 1 wrong\n {2}site\/hotnovels\/A\/1\.html differs .*\n.*rebuild/);
    expect(await site.run()).toMatchObject({ damaged: 1, status: 'published' });
    expect(readFileSync(file, 'utf8')).toBe(html);
    const [, before = { release: '' }] = listReleases(site.folder);
    expect(await verify(before.release)).toMatchObject({ code: 1 });
    expect(await command('releases', ['--brand', 'freenovel', 'rollback', before.release])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('is damaged and cannot go live'),
    });
  });

  it.each([[['--brand', 'freenovel', 'forward']], [['--brand', 'freenovel', 'diff', 'A']], [['list']]])(
    'rejects the arguments %j',
    async (args) => {
      expect((await command('releases', args)).code).toBe(2);
    },
  );
});
