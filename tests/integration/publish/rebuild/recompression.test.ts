import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storageErrorOf } from '#src/lib/storage-error.ts';
import { holdFolder } from '#src/publish/rebuild/lock.ts';
import { recompressBrand } from '#src/publish/recompress/index.ts';
import { compressPage } from '#src/publish/release/compression.ts';
import { checkRelease, isRecompressed, liveId, readRecompression, rollback } from '#src/publish/release/index.ts';
import { command } from '../../../helpers/commands.ts';
import { type Step, startDiskFaults } from '../../../helpers/disk-faults.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { liveFiles, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

const ROOT = join(import.meta.dirname, '../../../..');
let api: SmallApi;
let site: SmallRebuild;
let copies: string;

beforeAll(async () => {
  api = await startSmallApi(60);
  site = await smallRebuild(api.origin);
  copies = mkdtempSync(join(tmpdir(), 'lectern-recompression-'));
  for (let night = 1; night <= 5; night += 1) await changedNight(`first ${night}`);
});
afterAll(async () => {
  await site.close();
  await api.close();
  rmSync(copies, { recursive: true, force: true });
});

async function changedNight(text: string): Promise<void> {
  await api.write((writer) => writer.putBook(smallBook(1, { introduction: `As of night ${text}.` })));
  await site.run();
}

/** Copies the state, and compresses all its pages quickly, like those of a large site. */
function copyState(name: string): { state: string; folder: string } {
  const state = join(copies, name);
  rmSync(state, { recursive: true, force: true });
  cpSync(site.state, state, { recursive: true, verbatimSymlinks: true });
  const folder = join(state, 'freenovel');
  for (const file of globSync('releases/{*,.spare}/site/**/*.html', { cwd: folder }))
    writeFileSync(join(folder, `${file}.br`), compressPage(readFileSync(join(folder, file)), 'quick'));
  return { state, folder };
}

const recompress = (folder: string, signal = new AbortController().signal) =>
  recompressBrand({ folder, signal, whenIdle: async () => {} });

/** Checks every file of every release, and that no temporary file is left in one. */
function expectSound(folder: string): void {
  const releases = readdirSync(join(folder, 'releases')).filter((name) => !name.startsWith('.'));
  expect(releases.length).toBeGreaterThan(1);
  for (const name of releases) expect(checkRelease(join(folder, 'releases', name)).findings).toEqual([]);
}

describe('recompressing real releases', () => {
  it('leaves every release sound wherever its process is killed, and completes afterwards', async () => {
    const { state, folder } = copyState('killed');
    const html = liveFiles(folder);
    let kills = 0;
    for (let kill = 0; kill < 8 && !isRecompressed(folder); kill += 1) {
      const child = spawn(process.execPath, ['scripts/releases.ts', 'compress', '--brand', 'freenovel'], {
        cwd: ROOT,
        env: { ...process.env, LECTERN_STATE: state },
        stdio: 'ignore',
      });
      const temporary = join(folder, 'releases/.recompress');
      while (!existsSync(temporary) && child.exitCode === null) await wait(5);
      await wait(Math.random() * 700);
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
      if (!isRecompressed(folder)) kills += 1;
      expectSound(folder);
    }
    expect(kills).toBeGreaterThan(0);
    // Two processes at once: one of them, or both one after the other, does the rest.
    const env = { LECTERN_STATE: state };
    const ended = await Promise.all([1, 2].map(() => command('releases', ['compress', '--brand', 'freenovel'], env)));
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(isRecompressed(folder)).toBe(true);
    expect(existsSync(join(folder, 'releases/.recompress'))).toBe(false);
    expectSound(folder);
    const after = liveFiles(folder);
    for (const [file, content] of Object.entries(html).filter(([name]) => !name.endsWith('.br')))
      expect(after[file]).toEqual(content);
    const listed = await command('releases', ['--brand', 'freenovel'], env);
    expect(listed.stdout).toContain('compressed as well as possible: all ');
  });

  it('never makes a run fail that starts while another process replaces files', async () => {
    const { state, folder } = copyState('started');
    let ended = false;
    const compressed = command('releases', ['compress', '--brand', 'freenovel'], { LECTERN_STATE: state }).finally(
      () => {
        ended = true;
      },
    );
    let runs = 0;
    while (!ended) {
      const lock = holdFolder(folder);
      lock[Symbol.dispose]();
      runs += 1;
      await wait(1);
    }
    expect((await compressed).code).toBe(0);
    expect(runs).toBeGreaterThan(100);
    expect(isRecompressed(folder)).toBe(true);
    expectSound(folder);
  });

  it('goes on beside nights and rollbacks, none of which fails or loses a better file', async () => {
    const { state, folder } = copyState('beside');
    const stop = new AbortController();
    const passes = (async () => {
      while (!stop.signal.aborted) {
        await recompress(folder, stop.signal);
        await wait(20);
      }
    })();
    for (let night = 1; night <= 6; night += 1) {
      await api.write((writer) => writer.putBook(smallBook(1, { introduction: `Beside ${night}.` })));
      expect((await site.run({ mode: 'night' }, { state })).status).toBe('published');
      if (night % 3 !== 0) continue;
      using _held = holdFolder(folder);
      await rollback(folder);
    }
    stop.abort();
    await passes;
    expectSound(folder);
    expect(await recompress(folder)).toBe('complete');
    const record = readRecompression(folder);
    expect(record).toMatchObject({ release: liveId(folder), isComplete: true, damaged: 0 });
    expect(record?.best).toBe(record?.pages);
    expectSound(folder);
  });

  it('whichever step fails on a full disk, every release is sound, and the next pass succeeds', async () => {
    const kindOf = ({ call, path }: Step) =>
      `${call} ${path.replaceAll(/\d{8}T\d{9}Z|[0-9a-f]{8,}|\d+/g, '#').replace(/\/site\/.*$/, '/site/*')}`;
    const watched = startDiskFaults();
    await recompress(copyState('watched').folder).finally(watched.end);
    const kinds = new Map<string, number>();
    for (const kind of watched.steps.map((step) => kindOf(step).replace('/watched/', '/fails/')))
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    expect(kinds.size).toBeGreaterThan(4);
    let failures = 0;
    for (const [kind, total] of kinds) {
      const { folder, state } = copyState('fails');
      let seen = 0;
      const isMiddle = (step: Step) => kindOf(step) === kind && ++seen === Math.ceil(total / 2);
      const faults = startDiskFaults(isMiddle, 'ENOSPC');
      const end = await recompress(folder)
        .finally(faults.end)
        .catch((error: unknown) => error);
      if (end instanceof Error) {
        failures += 1;
        expect(storageErrorOf(end) ?? end).toMatchObject({ code: 'STORAGE' });
      }
      expectSound(folder);
      expect(await recompress(folder)).toBe('complete');
      expectSound(folder);
      rmSync(state, { recursive: true, force: true });
    }
    expect(failures).toBeGreaterThan(0);
  });
});
