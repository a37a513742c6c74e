import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#src/lib/log.ts';
import { ensureBundle } from '#src/publish/bundle/index.ts';
import { createPageRendererPool, type RebuildConfig, type RebuildReport } from '#src/publish/rebuild/index.ts';
import { startMinimalUpstream } from '../../../helpers/minimal-upstream.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { liveFiles, livePage, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

let api: SmallApi;
let site: SmallRebuild;
let real: Pick<RebuildConfig, 'bundle' | 'renderers'>;
let report: RebuildReport;

beforeAll(async () => {
  api = await startSmallApi(80);
  site = await smallRebuild(api.origin);
  const bundle = ensureBundle({ root: resolve('.'), state: site.state, log: silentLog });
  real = { bundle: () => bundle, renderers: (options) => createPageRendererPool(options, { threads: 2 }) };
  report = await site.run({ mode: 'night' }, real);
});
afterAll(async () => {
  await site.close();
  await api.close();
});

describe('a rebuild with the real site bundle', () => {
  it('passes verification: every page has a heading and every sampled link works', () => {
    expect(report.status).toBe('published');
    expect(livePage(site.folder, 'hotnovels/A/1.html')).toMatch(/<h1[\s>]/);
    expect(livePage(site.folder, 'hotnovels/A/1.html')).toContain('Atlas 6');
    expect(livePage(site.folder, '404.html')).toBeDefined();
    expect(Object.keys(liveFiles(site.folder)).some((file) => file.startsWith('site/_astro/'))).toBe(true);
  });

  it('renders the same bytes again in a full run', async () => {
    expect((await site.run({ mode: 'night', full: true }, real)).status).toBe('unchanged');
  });

  it('renders only the pages that show a changed book', async () => {
    await api.write((writer) => writer.putBook(smallBook(6, { title: 'Atlas Six' })));
    const changed = await site.run({ mode: 'night' }, real);
    expect(changed).toMatchObject({ status: 'published' });
    expect(changed.pages.kept).toBeGreaterThan(changed.pages.rendered);
    expect(livePage(site.folder, 'hotnovels/A/1.html')).toContain('Atlas Six');
  });

  it('passes verification with an upstream that supports only the twelve required calls', async () => {
    const upstream = await startMinimalUpstream();
    const other = await smallRebuild(upstream.origin);
    try {
      expect((await other.run({ mode: 'night' }, real)).status).toBe('published');
    } finally {
      await other.close();
      await upstream.close();
    }
  });
});
