import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog, type LogLevel } from '#src/lib/log.ts';
import type { RebuildReport } from '#src/publish/rebuild/index.ts';
import { openLive } from '#src/publish/release/index.ts';
import { RECORDED, startMinimalUpstream } from '../../../helpers/minimal-upstream.ts';
import type { ScriptedServer } from '../../../helpers/scripted-server.ts';
import { livePage, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

let upstream: ScriptedServer;
let site: SmallRebuild;
let report: RebuildReport;
const lines: string[] = [];

beforeAll(async () => {
  upstream = await startMinimalUpstream();
  site = await smallRebuild(upstream.origin);
  const level: LogLevel = 'info';
  report = await site.run({ mode: 'night' }, { log: createLog(level, (line) => lines.push(line)) });
});
afterAll(async () => {
  await site.close();
  await upstream.close();
});

function paths(): string[] {
  const live = openLive(site.folder);
  const all = Array.from(live?.pages() ?? [], (page) => page.path);
  live?.close();
  return all;
}

describe('a rebuild from an upstream that supports only the twelve required calls', () => {
  it('publishes the home page, the genre menu, rankings with books, all tags and all keywords', () => {
    expect(report.status).toBe('published');
    const all = paths();
    for (const path of ['/', '/genres', '/tags', '/keywords', '/hotnovels', '/myinfo', '/404'])
      expect(all).toContain(path);
    for (const type of RECORDED.rankings) {
      for (const item of type.items) expect(all).toContain(`/ranking/${type.type}/${item.id}/1`);
    }
    const [shelf] = RECORDED.shelves;
    expect(livePage(site.folder, 'index.html')).toContain(shelf?.name);
  });

  it('publishes keyword pages with search results', () => {
    const searched = upstream.seen.filter((request) => request.path.endsWith('/v1/search.multi'));
    const words = searched.map((request): string => JSON.parse(request.body).keyword);
    for (const { name } of [...RECORDED.keywords, ...RECORDED.tags, ...RECORDED.genres]) expect(words).toContain(name);
    expect(paths().filter((path) => path.startsWith('/keywords/')).length).toBeGreaterThan(0);
  });

  it('publishes pages of categories, letters and tags with books from other lists', () => {
    const all = paths();
    expect(all.some((path) => path.startsWith('/category/'))).toBe(true);
    expect(all.some((path) => path.startsWith('/hotnovels/'))).toBe(true);
    expect(all.some((path) => path.startsWith('/tags/'))).toBe(true);
  });

  it('logs each missing call once, and without a warning', () => {
    const named = lines.flatMap((line) => {
      const { msg, calls = [] } = JSON.parse(line);
      const [, name = []] = /^the upstream lacks (\S+):/.exec(msg) ?? [];
      return [calls, name].flat();
    });
    expect(named).toContain('book.list');
    expect(named).toEqual([...new Set(named)]);
    expect(lines.filter((line) => line.includes('"level":"warn"'))).toEqual([]);
  });

  it('finds no change when run again', async () => {
    expect((await site.run()).status).toBe('unchanged');
  });
});
