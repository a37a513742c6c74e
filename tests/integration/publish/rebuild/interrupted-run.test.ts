import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPartialReleases, liveId } from '#src/publish/release/index.ts';
import { plainBundle, plainRenderers } from '../../../helpers/plain-renderer.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { liveFiles, livePage, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

const NOON = { now: () => new Date('2026-05-01T12:00:00Z') };
/** Number of pages after which a run is killed, and the number of them that may be missing from its log. */
const PAGES = 110;
const IN_PROGRESS = 64;

let api: SmallApi;
let site: SmallRebuild;
let other: SmallRebuild;

beforeEach(async () => {
  api = await startSmallApi(400);
  site = await smallRebuild(api.origin);
  other = await smallRebuild(api.origin);
});
afterEach(async () => {
  await site.close();
  await other.close();
  await api.close();
});

/** Renders everything in a separate process, and kills it after `pages` pages. */
async function killAfter(pages: number): Promise<void> {
  const started = spawn(process.execPath, ['tests/helpers/rebuild-process.ts', api.origin, site.state], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(started, 'exit');
  let rendered = 0;
  for await (const line of createInterface({ input: started.stdout })) {
    if (line.startsWith('/')) rendered += 1;
    if (rendered < pages) continue;
    started.kill('SIGKILL');
    break;
  }
  expect(await ended).toEqual([null, 'SIGKILL']);
}

async function resume(change: Parameters<SmallRebuild['run']>[1] = {}) {
  const renderers = plainRenderers();
  const report = await site.run(
    { mode: 'night', full: true },
    { ...NOON, renderers: async () => renderers, ...change },
  );
  return { report, rendered: renderers.rendered };
}

const leftovers = () => readdirSync(join(site.folder, 'releases')).filter((name) => /^\.(next|part)-/.test(name));

describe('a full rebuild that was killed half-way through', () => {
  it('is resumed by rendering only the missing pages, and the release has the same bytes', async () => {
    const fullRun = await other.run({ mode: 'night', full: true }, NOON);
    await killAfter(PAGES);
    const { report, rendered } = await resume();
    expect(report.pages.taken).toBeGreaterThanOrEqual(PAGES - IN_PROGRESS);
    expect(rendered).toHaveLength(fullRun.pages.total - report.pages.taken);
    const folders = [site, other].map(({ folder }) => join(folder, 'releases', liveId(folder) ?? ''));
    await expect(promisify(execFile)('diff', ['-r', ...folders])).resolves.toMatchObject({ stdout: '' });
    expect(leftovers()).toEqual([]);
  });

  it('is resumed after being killed twice', async () => {
    await killAfter(PAGES);
    await killAfter(10);
    expect(findPartialReleases(site.folder)).toHaveLength(2);
    const { report, rendered } = await resume();
    expect(report.pages.taken).toBeGreaterThanOrEqual(PAGES - IN_PROGRESS);
    expect(new Set(rendered).size).toBe(report.pages.total - report.pages.taken);
    expect(await other.run({ mode: 'night', full: true }, NOON)).toMatchObject({ status: 'published' });
    expect(liveFiles(site.folder)).toEqual(liveFiles(other.folder));
  });

  it('is resumed, and renders again the pages whose data has changed in the meantime', async () => {
    await killAfter(PAGES);
    const before = [...(findPartialReleases(site.folder)[0]?.pages() ?? [])].map(({ path }) => path);
    expect(before).toContain('/');
    await api.write((writer) => writer.putBook(smallBook(6, { introduction: 'After the kill.' })));
    const { report, rendered } = await resume();
    expect(rendered).toContain('/');
    expect(report.pages.taken).toBeGreaterThan(0);
    expect(livePage(site.folder, 'index.html')).toContain('After the kill.');
    await other.run({ mode: 'night', full: true }, NOON);
    expect(liveFiles(site.folder)).toEqual(liveFiles(other.folder));
  });

  it('is not resumed if the code has changed', async () => {
    await killAfter(PAGES);
    const { report, rendered } = await resume({ bundle: async () => plainBundle('bundle-2') });
    expect(report.pages.taken).toBe(0);
    expect(rendered).toHaveLength(report.pages.total);
    expect(leftovers()).toEqual([]);
  });

  it('is resumed despite damaged page files and a truncated log line', async () => {
    await killAfter(PAGES);
    const [partial] = findPartialReleases(site.folder);
    const [truncatedPage] = partial?.pages() ?? [];
    truncateSync(join(partial?.folder ?? '', 'site', `${truncatedPage?.file}.br`));
    appendFileSync(join(partial?.folder ?? '', 'part.jsonl'), '{"path":"/tags","fi');
    const { rendered } = await resume();
    expect(rendered).toContain(truncatedPage?.path);
    await other.run({ mode: 'night', full: true }, NOON);
    expect(liveFiles(site.folder)).toEqual(liveFiles(other.folder));
  });
});
