import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  countTitles,
  createReleaseWriter,
  openRelease,
  type PageFacts,
  type Release,
  readChangedPages,
} from '#src/publish/release/index.ts';
import { addPage, FACTS } from '../../../helpers/release-pages.ts';

let releases: string;
const opened: Release[] = [];
beforeEach(() => {
  releases = mkdtempSync(join(tmpdir(), 'lectern-comparison-'));
});
afterEach(() => {
  for (const release of opened.splice(0)) release.close();
  rmSync(releases, { recursive: true, force: true });
});

interface Page extends Partial<PageFacts> {
  readonly path: string;
  readonly html: string;
}

async function release(day: number, pages: readonly Page[], previous?: Release): Promise<Release> {
  const id = `day-${day}`;
  const writer = createReleaseWriter({
    releases,
    id,
    brand: 'any',
    brandFingerprint: 'f',
    created: new Date(Date.UTC(2026, 4, day)),
    previous,
    bundle: { id: 'b', csp: 'c' },
    keepsPages: false,
  });
  for (const { html, ...page } of pages)
    addPage(writer, { ...page, html: new TextEncoder().encode(html), inputs: html, version: '' }, previous);
  writer.setContent(`content of day ${day}`);
  writer.seal();
  await writer.finish();
  const sealed = openRelease(join(releases, id));
  opened.push(sealed);
  return sealed;
}

const pageOfSize = (path: string, bytes: number, facts: Partial<PageFacts> = {}): Page => ({
  path,
  html: path.padEnd(bytes, '.'),
  ...facts,
});

it('the page comparison sums up pages by section, with their median size', async () => {
  const pages = [100, 2000, 2010, 2020, 90_000].map((bytes, index) =>
    pageOfSize(`/t/${index}`, bytes, { title: index % 3 }),
  );
  const other = pageOfSize('/es/t', 500, { section: 'es:tag', otherBrand: 3 });
  const first = await release(1, [...pages, other, pageOfSize('/k', 64, { section: 'keyword', otherBrand: 1 })]);
  const sections = first.sections();
  expect(sections).toMatchObject({
    tag: { pages: 5, bytes: 96_130, inContent: 0, inText: 0, asSite: 0 },
    'es:tag': { pages: 1, bytes: 500, asSite: 1 },
    keyword: { pages: 1, inContent: 1 },
  });
  expect(Math.abs((sections?.['tag']?.medianBytes ?? 0) - 2010)).toBeLessThanOrEqual(32);
  expect(countTitles(first)).toEqual({ tag: 3, 'es:tag': 1, keyword: 1 });
  expect(first.content()).toBe('content of day 1');
});

it('the page comparison reads changed pages together with the live pages, and skips unchanged pages', async () => {
  const live = await release(1, [pageOfSize('/a', 100), pageOfSize('/b', 100), pageOfSize('/c', 100)]);
  const now = await release(
    2,
    [pageOfSize('/a', 100), pageOfSize('/b', 200, { title: 9, noindex: 1 }), pageOfSize('/d', 50)],
    live,
  );
  const facts = { section: FACTS.section, canonical: 0, otherBrand: 0 };
  const before = { bytes: 100, noindex: 0, canonical: 0, hasSameTitle: false };
  expect([...readChangedPages(now, live)]).toEqual([
    { ...facts, path: '/b', bytes: 200, noindex: 1, live: before },
    { ...facts, path: '/d', bytes: 50, noindex: 0, live: undefined },
  ]);
  expect([...now.changedPaths(1)]).toEqual(['/b', '/d']);
  expect([...now.changedPaths(2)]).toEqual(['/d']);
  expect([...readChangedPages(live, undefined)].map(({ path }) => path)).toEqual(['/a', '/b', '/c']);
});
