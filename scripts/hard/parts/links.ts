import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { importFiles } from '#src/api/import/index.ts';
import { createWriter, openStore, type Store } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { messageOf } from '#src/lib/errors.ts';
import { walkPlain } from '#src/lib/plain-files.ts';
import { restoreBackup, verifyBackup, writeBackup } from '#src/operate/backup/index.ts';
import { listReleases, prune, removeLeftovers } from '#src/publish/release/index.ts';
import { openStore as openReleaseStore, pushRelease, sweepStore } from '#src/publish/release-store/index.ts';
import { html, publish } from '../../../tests/helpers/published-brand.ts';
import { rowWithoutPeer } from '../../bench/report.ts';
import { createTimes, createVerdicts, p99 } from '../figures.ts';
import type { Part } from '../part.ts';

const LIMIT_MS = 20_000;
const CANARY = '# Chapter 1\n\ncanary of lectern\n';
const NOW = new Date('2026-05-01T12:00:00.000Z');

const KINDS = ['link to a folder', 'link to a file', 'link to nothing', 'FIFO', 'hard link'] as const;
const TARGETS = ['backup', 'state', 'bucket', 'inbox', 'releases'] as const;

const plants = fc.record({
  target: fc.constantFrom(...TARGETS),
  kind: fc.constantFrom(...KINDS),
  /** Index of an existing entry. `isReplaced`: whether that entry is replaced; otherwise it gets a sibling. */
  at: fc.nat(),
  isReplaced: fc.boolean(),
  name: fc.constantFrom('x.png', 'x.md', '.next-x', '.old-x', '20260501T000000000Z', 'x'),
});
type Plant = typeof plants extends fc.Arbitrary<infer T> ? T : never;

/**
 * Creates links, FIFOs and hard links in random places. Nothing outside the site's folders may be read, moved,
 * published or deleted.
 */
export const linksPart: Part = {
  name: 'links',
  about: 'links, FIFOs and hard links in backups, state, buckets and inboxes: nothing outside is touched',
  unit: 'times',
  full: 400,
  quick: 12,
  async run({ size, seed, slack }) {
    const verdicts = createVerdicts();
    const times = createTimes();
    const counts = { refused: 0, harmless: 0 };
    const kinds = fc.sample(plants, { numRuns: size, seed });
    for (const [n, plant] of kinds.entries()) {
      const began = performance.now();
      const root = mkdtempSync(join(tmpdir(), 'lectern-hard-links-'));
      try {
        const { problem, isRefused } = await tryPlant(root, plant);
        counts[isRefused ? 'refused' : 'harmless'] += 1;
        verdicts.judge(`${n}: ${JSON.stringify(plant)}`, problem);
      } catch (error) {
        verdicts.judge(`${n}: ${JSON.stringify(plant)}`, messageOf(error));
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
      times.add(performance.now() - began);
    }
    return {
      rows: [
        rowWithoutPeer('rejected', counts.refused, 'links'),
        rowWithoutPeer('without effect', counts.harmless, 'links'),
        p99('operation', times, LIMIT_MS * slack),
      ],
      findings: verdicts.findings,
    };
  },
};

async function tryPlant(root: string, plant: Plant): Promise<{ problem: string | undefined; isRefused: boolean }> {
  const outside = join(root, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'canary.md'), CANARY);
  const site = await makeSite(root);
  const into = join(root, plant.target === 'releases' ? 'state/ash/releases' : PLACES[plant.target](site));
  plantAt(into, outside, plant);
  const before = JSON.stringify([...walkPlain(outside)].map(({ path }) => path));
  let refusal: string | undefined;
  try {
    refusal = await USES[plant.target](root, site);
  } catch (error) {
    refusal = messageOf(error);
  }
  const after = JSON.stringify([...walkPlain(outside)].map(({ path }) => path));
  const isWhole = before === after && readFileSync(join(outside, 'canary.md'), 'utf8') === CANARY;
  if (!isWhole) return { problem: 'a file outside was moved, deleted or changed', isRefused: false };
  const copied = ['next', 'backups-2', 'bucket-2'].flatMap((name) => copiesIn(join(root, name)));
  return { problem: copied[0] && `${copied[0]} has the canary`, isRefused: refusal !== undefined };
}

function copiesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return [...walkPlain(folder)]
    .filter(({ path, stat }) => stat.isFile() && readFileSync(join(folder, path)).includes('canary of lectern'))
    .map(({ path }) => join(folder, path));
}

interface Site {
  readonly backup: string;
}

const PLACES: Readonly<Record<Exclude<Plant['target'], 'releases'>, (site: Site) => string>> = {
  backup: ({ backup }) => backup,
  state: () => 'state',
  bucket: () => 'bucket',
  inbox: () => 'inbox',
};

/** Creates a small site that has a backup, a release store and an inbox. */
async function makeSite(root: string): Promise<Site> {
  const state = join(root, 'state');
  await (await openStore(join(state, 'api'))).close();
  put(join(state, 'api/media/covers/a.png'), 'picture');
  put(join(state, 'ash/vitals/2026-05-01.0a.json'), '{}');
  put(join(state, 'ash/client-errors/2026-05-01.0a.json'), '{}');
  put(join(root, 'brands/ash/brand.ts'), 'export default 1;');
  put(join(root, 'inbox/mine.md'), '---\ntitle: Mine\nauthor: A\n---\n# Chapter 1\n\nMine.\n');
  mkdirSync(join(root, 'bucket'));
  for (const name of ['A', 'B']) await publish(state, 'ash', { pages: { '/a': html(name) } });
  const store = await openReleaseStore(`file://${root}/bucket`);
  await pushRelease({ store, brand: 'ash', folder: join(state, 'ash') });
  const { folder } = await backUp(root, 'backups');
  return { backup: folder.slice(root.length + 1) };
}

const backUp = (root: string, to: string) =>
  writeBackup({
    state: join(root, 'state'),
    brandsFolder: join(root, 'brands'),
    brands: ['ash'],
    to: join(root, to),
    releases: true,
    keep: undefined,
    now: NOW,
    version: '1',
  });

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function plantAt(folder: string, outside: string, { kind, at, isReplaced, name }: Plant): void {
  const entries = [...walkPlain(folder)];
  const entry = entries[at % Math.max(1, entries.length)];
  const chosen = join(folder, entry?.path ?? name);
  const path = isReplaced ? chosen : join(entry?.stat.isDirectory() ? chosen : dirname(chosen), name);
  rmSync(path, { recursive: true, force: true });
  if (kind === 'FIFO') execFileSync('mkfifo', [path]);
  else if (kind === 'hard link') linkSync(join(outside, 'canary.md'), path);
  else
    symlinkSync(
      kind === 'link to a folder' ? outside : join(outside, kind === 'link to a file' ? 'canary.md' : 'none'),
      path,
    );
}

/**
 * For each place, an operation that reads or writes it.
 * @returns why the operation was rejected; undefined if it was not
 */
const USES: Readonly<Record<Plant['target'], (root: string, site: Site) => Promise<string | undefined>>> = {
  async backup(root, { backup }) {
    const from = join(root, backup);
    const checked = await verifyBackup(from).then(() => undefined, messageOf);
    const restored = await restoreBackup({
      from,
      state: join(root, 'next'),
      brandsFolder: join(root, 'next-brands'),
      replace: false,
      now: NOW,
    }).then(() => undefined, messageOf);
    if ((checked === undefined) !== (restored === undefined)) throw new Error('--check and restore disagree');
    if (restored !== undefined && existsSync(join(root, 'next'))) throw new Error('a refused restore has written');
    return restored;
  },
  state: async (root) => backUp(root, 'backups-2').then(({ folder }) => withoutHardLinks(folder), messageOf),
  async bucket(root) {
    const store = await openReleaseStore(`file://${root}/bucket`);
    return sweepStore({ store, brand: 'ash', graceMs: -1000 }).then(() => undefined, messageOf);
  },
  async inbox(root) {
    const store: Store = await openStore(join(root, 'state/api'));
    try {
      const target = { writer: createWriter(store), store, now: () => new Date(), isInbox: true };
      const files = readdirSync(join(root, 'inbox'))
        .filter((name) => name.endsWith('.md'))
        .map((name) => join(root, 'inbox', name));
      const reports = await Array.fromAsync(importFiles(files, target));
      const texts = JSON.stringify(await store.catalogue.all(sql`SELECT html FROM chapter_texts`));
      if (texts.includes('canary')) throw new Error('the canary was imported');
      return reports.find(({ status }) => status === 'refused')?.reason ?? undefined;
    } finally {
      await store.close();
    }
  },
  async releases(root) {
    const folder = join(root, 'state/ash');
    const outside = listReleases(folder).find(({ created }) => created === '');
    if (outside) throw new Error(`the release ${outside.release} is listed`);
    removeLeftovers(folder);
    prune(folder);
    return undefined;
  },
};

/** In the state folder, hard links count as ordinary files of their owner, and only symbolic links are rejected. */
function withoutHardLinks(folder: string): undefined {
  for (const path of copiesIn(folder)) rmSync(path);
}
