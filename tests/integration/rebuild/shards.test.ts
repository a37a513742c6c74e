import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RebuildReport } from '#src/rebuild/index.ts';
import { acquireLock, acquireShardLock } from '#src/rebuild/lock.ts';
import { liveId } from '#src/release/index.ts';
import { plainBundle, plainRenderers } from '../../helpers/plain-renderer.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../helpers/small-api.ts';
import { liveFiles, livePage, type SmallRebuild, smallRebuild } from '../../helpers/small-rebuild.ts';

const run = promisify(execFile);
const NOON = { now: () => new Date('2026-05-01T12:00:00Z') };

let api: SmallApi;
let site: SmallRebuild;
let other: SmallRebuild;

beforeEach(async () => {
  api = await startSmallApi(120);
  site = await smallRebuild(api.origin);
  other = await smallRebuild(api.origin);
});
afterEach(async () => {
  await site.close();
  await other.close();
  await api.close();
});

const shards = (folder = site.folder) =>
  readdirSync(join(folder, 'releases'))
    .filter((name) => name.startsWith('.part-'))
    .sort();

const renderAll = async (of: number) => {
  for (let index = 1; index <= of; index += 1) await site.run({ shard: { index, of } });
};

describe('shards', () => {
  it('of seven processes merge to the same release as one run makes, byte for byte', async () => {
    await other.run({}, NOON);
    await site.run({ dryRun: true });
    const started = [1, 2, 3, 4, 5, 6, 7].map((index) =>
      run(process.execPath, ['tests/helpers/shard-process.ts', site.state, String(index), '7']),
    );
    const reports = (await Promise.all(started)).map(({ stdout }): RebuildReport => JSON.parse(stdout));
    expect(reports.map(({ status }) => status)).toEqual(Array(7).fill('part'));
    expect(shards()).toHaveLength(7);
    const renderers = plainRenderers();
    const merged = await site.run({ merge: 7 }, { ...NOON, renderers: async () => renderers });
    expect(merged).toMatchObject({ status: 'published', apiCalls: 0 });
    expect(merged.pages.taken).toBe(merged.pages.total);
    expect(reports.reduce((sum, { pages }) => sum + pages.total, 0)).toBe(merged.pages.total);
    expect(renderers.rendered).toEqual([]);
    const folders = [site, other].map(({ folder }) => join(folder, 'releases', liveId(folder) ?? ''));
    await expect(run('diff', ['-r', ...folders])).resolves.toMatchObject({ stdout: '' });
    expect(liveFiles(site.folder)).toEqual(liveFiles(other.folder));
    expect(shards()).toEqual([]);
  });

  it('merge to the same release as a night, with the dates of unchanged pages', async () => {
    for (const one of [site, other]) await one.run({}, { now: () => new Date('2026-04-30T00:00:00Z') });
    await api.write((writer) => writer.putBook(smallBook(6, { introduction: 'Another beginning.' })));
    await other.run({ full: true }, NOON);
    await site.run({ dryRun: true });
    for (const index of [1, 2, 3]) await site.run({ shard: { index, of: 3 }, full: true });
    await site.run({ merge: 3, full: true }, NOON);
    expect(liveFiles(site.folder)).toEqual(liveFiles(other.folder));
    expect(livePage(site.folder, 'hotnovels/A/1.html')).toContain('Another beginning.');
  });

  it('can be rendered on machines that have only the snapshot', async () => {
    await site.run();
    await api.write((writer) => writer.putBook(smallBook(6, { introduction: 'Another beginning.' })));
    await site.run({ dryRun: true });
    cpSync(join(site.folder, 'catalogue.db'), join(other.folder, 'catalogue.db'), { recursive: true });
    for (const index of [1, 2]) {
      await other.run({ shard: { index, of: 2 } });
      const name = shards(other.folder).find((one) => one.endsWith(`-${index}-of-2`)) ?? '';
      cpSync(join(other.folder, 'releases', name), join(site.folder, 'releases', name), { recursive: true });
    }
    const renderers = plainRenderers();
    await site.run({ merge: 2 }, { renderers: async () => renderers });
    expect(livePage(site.folder, 'hotnovels/A/1.html')).toContain('Another beginning.');
    expect(renderers.rendered).toEqual([]);
  });

  it('are merged beside damaged pages of the live release, which are made anew', async () => {
    await site.run();
    const file = (name: string) => join(site.folder, 'current/site', name);
    const whole = livePage(site.folder, 'hotnovels/H/1.html');
    await api.write((writer) => writer.putBook(smallBook(6, { introduction: 'Another beginning.' })));
    await site.run({ dryRun: true });
    await renderAll(2);
    rmSync(file('hotnovels/H/1.html'));
    writeFileSync(file('tags.html.br'), 'damaged');
    const renderers = plainRenderers();
    const merged = await site.run({ merge: 2 }, { renderers: async () => renderers });
    expect(merged).toMatchObject({ status: 'published', damaged: 2 });
    expect(renderers.rendered.toSorted()).toEqual(['/hotnovels/H/1', '/tags']);
    expect(livePage(site.folder, 'hotnovels/H/1.html')).toBe(whole);
    expect(livePage(site.folder, 'hotnovels/A/1.html')).toContain('Another beginning.');
    expect(await site.run({ dryRun: true })).toMatchObject({ damaged: 0 });
  });

  it('need a snapshot', async () => {
    await expect(site.run({ shard: { index: 1, of: 2 } })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('no snapshot'),
    });
  });
});

describe('a merge', () => {
  const refused = async (of: number, message: string, bundle = plainBundle()) => {
    const before = shards();
    await expect(site.run({ merge: of }, { bundle: async () => bundle })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(message),
    });
    expect(shards()).toEqual(before);
    expect(liveId(site.folder)).toBeUndefined();
  };
  const folderOf = (index: number) =>
    join(site.folder, 'releases', shards().find((name) => name.endsWith(`-${index}-of-3`)) ?? '');

  beforeEach(async () => {
    await site.run({ dryRun: true });
    await renderAll(3);
  });

  it('names a missing shard', async () => {
    rmSync(folderOf(2), { recursive: true });
    await refused(3, 'Shard 2 of 3 is not in');
    await site.run({ shard: { index: 2, of: 3 } });
    expect(await site.run({ merge: 3 })).toMatchObject({ status: 'published' });
  });

  it('names a shard of other code', async () => {
    await refused(3, 'Shard 1 of 3 (', plainBundle('bundle-2'));
    await refused(3, 'was rendered with other code', plainBundle('bundle-2'));
  });

  it('names a shard of another snapshot', async () => {
    await api.write((writer) => writer.putBook(smallBook(6, { introduction: 'Another beginning.' })));
    await site.run({ dryRun: true });
    for (const index of [1, 3]) await site.run({ shard: { index, of: 3 } });
    await refused(3, 'Shard 2 of 3 does not have');
    await site.run({ shard: { index: 2, of: 3 } });
    expect(await site.run({ merge: 3 })).toMatchObject({ status: 'published' });
  });

  it('names a page whose files are damaged', async () => {
    const [page = ''] = readdirSync(join(folderOf(3), 'site/hotnovels/H'));
    for (const index of [1, 2, 3]) {
      const file = join(folderOf(index), 'site/hotnovels/H', page);
      if (existsSync(file)) writeFileSync(file, '');
    }
    await refused(3, 'does not have /hotnovels/H/1');
  });

  it('does not use shards of another total', async () => {
    await refused(4, 'Shard 1 of 4 is not in');
  });

  it('refuses an incomplete shard', async () => {
    const name = folderOf(1);
    renameSync(join(name, 'part.jsonl'), join(name, 'log'));
    const log = (await import('node:fs')).readFileSync(join(name, 'log'), 'utf8').split('\n');
    writeFileSync(join(name, 'part.jsonl'), `${log.slice(0, -2).join('\n')}\n`);
    await refused(3, 'is incomplete');
  });
});

describe('the lock', () => {
  it('lets different shards run at the same time, but no other run', () => {
    const one = acquireShardLock(site.folder, 'freenovel', { index: 1, of: 2 });
    const two = acquireShardLock(site.folder, 'freenovel', { index: 2, of: 2 });
    expect(() => acquireShardLock(site.folder, 'freenovel', { index: 2, of: 2 })).toThrow('under way already');
    expect(() => acquireLock(site.folder, 'freenovel')).toThrow('under way already');
    one.release();
    expect(() => acquireLock(site.folder, 'freenovel')).toThrow('under way already');
    two.release();
    const alone = acquireLock(site.folder, 'freenovel');
    expect(() => acquireShardLock(site.folder, 'freenovel', { index: 1, of: 2 })).toThrow('under way already');
    alone.release();
  });
});
