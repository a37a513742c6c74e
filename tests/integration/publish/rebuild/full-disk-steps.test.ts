import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storageErrorOf } from '#src/lib/storage-error.ts';
import { type Step, startDiskFaults } from '../../../helpers/disk-faults.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { liveFiles, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

let api: SmallApi;
let site: SmallRebuild;
let copies: string;

beforeAll(async () => {
  api = await startSmallApi(60);
  site = await smallRebuild(api.origin);
  copies = mkdtempSync(join(tmpdir(), 'lectern-steps-'));
  // From the fourth release on, there are files to recycle.
  for (let night = 1; night <= 4; night += 1) await changedNight(night);
  await api.write((writer) => writer.putBook(smallBook(1, { introduction: 'The last word.' })));
});
afterAll(async () => {
  await site.close();
  await api.close();
  rmSync(copies, { recursive: true, force: true });
});

async function changedNight(night: number): Promise<void> {
  await api.write((writer) => writer.putBook(smallBook(1, { introduction: `As of night ${night}.` })));
  await site.run();
}

/** Copies the state, for a rebuild that will fail. */
function copyState(name: string): { state: string; folder: string } {
  const state = join(copies, name);
  cpSync(site.state, state, { recursive: true, verbatimSymlinks: true });
  return { state, folder: join(state, 'freenovel') };
}

/** Returns the kind of a step: the step without numbers and file names. */
const kindOf = ({ call, path }: Step) =>
  `${call} ${path
    .replace(copies, '')
    .replace(/^\/[^/]+/, '')
    .replaceAll(/\d{8}T\d{9}Z|[0-9a-f]{8,}|\d+/g, '#')
    .replace(/\/site\/.*$/, '/site/*')}`;

/** Counts the steps of a nightly rebuild by kind. */
async function stepsOfNight(): Promise<Map<string, number>> {
  const { state } = copyState('watched');
  const faults = startDiskFaults();
  try {
    await site.run({ mode: 'night' }, { state });
  } finally {
    faults.end();
  }
  const kinds = new Map<string, number>();
  for (const kind of faults.steps.map(kindOf)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  return kinds;
}

const CODES = ['ENOSPC', 'EROFS', 'EIO'];

it('whichever step of a rebuild fails on a full disk, the live release is complete, and the next rebuild succeeds', async () => {
  const kinds = await stepsOfNight();
  expect(kinds.size).toBeGreaterThan(20);
  const before = liveFiles(site.folder);
  const ended = { refused: 0, published: 0 };
  for (const [index, [kind, total]] of [...kinds].entries()) {
    const { state, folder } = copyState(`fails-${index}`);
    // Fails at the last step of the kind, when most work is done.
    let seen = 0;
    const isLast = (step: Step) => kindOf(step) === kind && ++seen === total;
    const faults = startDiskFaults(isLast, CODES[index % CODES.length]);
    const report = await site
      .run({ mode: 'night' }, { state })
      .finally(faults.end)
      .catch((error: unknown) => error);
    if (report instanceof Error) {
      ended.refused += 1;
      expect(storageErrorOf(report)?.message, kind).toMatch(/^The (disk|files) [^\n]+$/);
      expect(liveFiles(folder), kind).toEqual(before);
    } else {
      // The new release was already live: the next nightly rebuild completes the remaining steps.
      ended.published += 1;
      expect(report, kind).toMatchObject({ status: 'published' });
    }
    const next = await site.run({ mode: 'night' }, { state });
    expect(next.status, kind).toBe(report instanceof Error ? 'published' : 'unchanged');
    expect(
      readdirSync(join(folder, 'releases')).filter((name) => /^\.(next|old)/.test(name)),
      kind,
    ).toEqual([]);
    expect(existsSync(join(folder, 'current/site/index.html')), kind).toBe(true);
    rmSync(state, { recursive: true, force: true });
  }
  expect(ended.refused).toBeGreaterThan(12);
  expect(ended.published).toBeGreaterThan(5);
});
