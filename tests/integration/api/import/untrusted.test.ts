import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ImportReport, importFiles, previewFiles, storeCover } from '#src/api/import/index.ts';
import { createWriter, openStore, type Store } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import type { JobUse } from '#src/lib/job-process.ts';
import { JOB_LIMITS, type JobLimits } from '#src/lib/untrusted-limits.ts';
import { document, makeEpub, prose } from '../../../unit/api/epub/make-epub.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-untrusted-'));
  store = await openStore(join(folder, 'api'));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(files: Readonly<Record<string, Uint8Array | string>>) {
  const paths = Object.keys(files).map((name) => join(folder, name));
  for (const [index, content] of Object.values(files).entries()) await writeFile(paths[index] ?? '', content);
  const uses: JobUse[] = [];
  const target = { writer: createWriter(store), store, now: () => new Date() };
  const options = { ...target, onUse: (use: JobUse) => uses.push(use) };
  const reports: ImportReport[] = await Array.fromAsync(importFiles(paths, options));
  return { reports, uses };
}

const keptPictures = async () =>
  (await readdir(store.media, { recursive: true }).catch(() => [])).filter((name) => /\.\w+$/.test(name));

/** A pseudo-random text, which compresses poorly. */
const randomText = (length: number) => {
  const words: string[] = [];
  for (let seed = 7, left = length; left > 0; left -= 7) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    words.push(seed.toString(36).padStart(6, '0').slice(0, 6));
  }
  return words.join(' ');
};
const range = (count: number, pieceAt: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => pieceAt(n)).join('');
const metadataWith = (more: string) => `<dc:title>The Lamp</dc:title><dc:creator>Ada Quill</dc:creator>${more}`;

const REFUSED: readonly (readonly [name: string, content: () => Uint8Array | string, reason: RegExp])[] = [
  [
    'columns.md',
    () => `|${'a|'.repeat(50_000)}\n|${'-|'.repeat(50_000)}\n`,
    /table of 50002 columns; the limit is 200/,
  ],
  ['rows.md', () => `|${'a|'.repeat(190)}\n|${'-|'.repeat(190)}\n${'|\n'.repeat(50_000)}`, /more than 100000 cells/],
  ['quoted.md', () => `${'>'.repeat(50_000)}x`, /nested deeper .* 400 levels/],
  ['tags.html', () => `<p>${'<b>x</b><i>'.repeat(200_000)}`, /600001 tags; the limit is 400000/],
  ['paragraphs.txt', () => 'I\n'.repeat(500_000), /500000 paragraphs; the limit is 200000/],
  ['long.txt', () => 'x'.repeat(9 * 1024 * 1024), /9 MiB; the limit is 8 MiB/],
  [
    'manifest.epub',
    () => makeEpub({ manifest: range(50_000, (n) => `<item id="m${n}" href="x${n}.xhtml" media-type="a/b"/>`) }),
    /manifest lists 50002 files; the limit is 20000/,
  ],
  [
    'spine.epub',
    () => makeEpub({ spineEnd: '<itemref idref="d0"/>'.repeat(30_000) }),
    /\(spine\) lists 30001 files; the limit is 20000/,
  ],
  [
    'description.epub',
    () => makeEpub({ metadata: metadataWith(`<dc:description>${randomText(5_000_000)}</dc:description>`) }),
    /description has \d{7} characters; the limit is 20000/,
  ],
  [
    'title.epub',
    () => makeEpub({ metadata: `<dc:title>${randomText(100_000)}</dc:title>` }),
    /title has \d+ characters; the limit is 300/,
  ],
  [
    'tags.epub',
    () => makeEpub({ documents: { 'a.xhtml': range(450_000, (n) => `${n}<br/>`) } }),
    /tags; the limit is 400000/,
  ],
];

/** Expects that jobs kept their limits. A job may exceed them until they are checked again. */
function expectWithin(uses: readonly JobUse[], limits: JobLimits): void {
  expect(uses.length).toBeGreaterThan(0);
  for (const { processorMs, memoryMiB } of uses) {
    expect(processorMs).toBeLessThan(limits.processorMs * 1.5);
    expect(memoryMiB).toBeLessThan(limits.memoryMiB * 1.5);
  }
}

describe('the import of hostile files', () => {
  it.each(REFUSED)('refuses the file with a reason, within the limits: %s', async (name, content, reason) => {
    const { reports, uses } = await run({ [name]: content(), 'good.txt': 'Chapter I\n\nA lamp was lit.' });
    expect(reports.map(({ status }) => status)).toEqual(['refused', 'added']);
    expect(reports[0]?.reason).toMatch(reason);
    expect(reports[0]?.reason).not.toMatch(/markdown-it|mammoth|parse5|linkedom|sharp|vips|https?:/i);
    const limits = name.endsWith('.epub') ? JOB_LIMITS.book : JOB_LIMITS.text;
    expectWithin(uses, limits);
  });

  it.each([500, 4000])('reads a document only once if the reading order lists it %i times', async (times) => {
    const spineEnd = '<itemref idref="d0"/>'.repeat(times);
    const { reports, uses } = await run({
      'again.epub': makeEpub({ documents: { 'a.xhtml': prose(40_000) }, spineEnd }),
    });
    expect(reports).toMatchObject([{ status: 'added', chapters: 1 }]);
    const { size } = await store.catalogue.one<{ size: number }>(
      sql`SELECT sum(length(html)) AS size FROM chapter_texts`,
    );
    expect(size).toBeLessThan(1_000_000);
    expectWithin(uses, JOB_LIMITS.book);
  });

  it('applies the same limits to previews', async () => {
    const file = join(folder, 'table.md');
    await writeFile(file, `|${'a|'.repeat(50_000)}\n|${'-|'.repeat(50_000)}\n`);
    const previews = await Array.fromAsync(previewFiles([file]));
    expect(previews).toMatchObject([{ refused: file, reason: expect.stringMatching(/50002 columns/) }]);
  });

  it('leaves no image files behind if the text exceeds a limit or the book cannot be stored', async () => {
    const picture = await sharp({ create: { width: 60, height: 90, channels: 3, background: '#2255cc' } })
      .png()
      .toBuffer();
    const withPicture = { documents: { 'a.xhtml': `<h2>I</h2>${prose()}<p><img src="p.png" alt=""/></p>` } };
    const book = (metadata: string) =>
      makeEpub({
        ...withPicture,
        metadata,
        manifest: '<item id="p" href="p.png" media-type="image/png" properties="cover-image"/>',
        files: { 'OEBPS/p.png': picture },
      });
    const long = await run({ 'title.epub': book(`<dc:title>${'x'.repeat(400)}</dc:title><dc:creator>A</dc:creator>`) });
    expect([long.reports[0]?.status, await keptPictures()]).toEqual(['refused', []]);
    const good = await run({ 'good.epub': book(metadataWith('')) });
    expect([good.reports[0]?.status, (await keptPictures()).length]).toEqual(['added', 2]);
  });

  it('does not block the thread that starts the import', async () => {
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 20);
    const { reports, uses } = await run({ 'tilde.md': '~a~~'.repeat(15_000) });
    clearInterval(timer);
    expect(reports).toHaveLength(1);
    expect(longest).toBeLessThan((uses[0]?.processorMs ?? 0) / 2);
  });
});

describe('the import of a hostile cover', () => {
  const head = '<svg xmlns="http://www.w3.org/2000/svg"';
  const drawn: Readonly<Record<string, string>> = {
    filters: `${head} width="2000" height="3000"><filter id="f" x="0" y="0" width="1" height="1">${range(60, (n) => `<feTurbulence baseFrequency="0.${n + 1}" numOctaves="20"/><feGaussianBlur stdDeviation="90"/>`)}</filter><rect width="2000" height="3000" filter="url(#f)"/></svg>`,
    strokes: `${head} width="2000" height="3000" stroke="#000" stroke-width="9" stroke-dasharray="1 1">${range(4000, (n) => `<path d="M0 0 C 9000 ${n} 0 ${n * 7} 2000 3000" opacity="0.5"/>`)}</svg>`,
    copies: `${head} xmlns:xlink="http://www.w3.org/1999/xlink" width="2000" height="3000"><defs><g id="a0"><path d="M0 0h9v9z"/></g>${range(9, (n) => `<g id="a${n + 1}">${`<use xlink:href="#a${n}"/>`.repeat(9)}</g>`)}</defs><use xlink:href="#a9"/></svg>`,
    size: `${head} width="200000" height="300000"><path d="M0 0h9v9z"/></svg>`,
    text: 'no picture at all',
  };

  it.each(Object.keys(drawn))('either stores or rejects a cover with hostile %s, within the limits', async (name) => {
    const uses: JobUse[] = [];
    const target = { media: store.media, onUse: (use: JobUse) => uses.push(use) };
    const end = await storeCover(Buffer.from(drawn[name] ?? ''), target).catch((error: Error) => error);
    expectWithin(uses, JOB_LIMITS.cover);
    if (!(end instanceof Error)) return expect(end.file).toMatch(/^covers\//);
    expect(end.message).toMatch(/^(?:The picture|It)\b.*\. \S.*\.$/);
    expect(end.message).not.toMatch(/vips|sharp|buffer|rsvg/i);
    expect(await keptPictures()).toEqual([]);
  });
});

it('an import keeps the text of a book with a single document unchanged', async () => {
  const { reports } = await run({
    'one.epub': makeEpub({ documents: { 'a.xhtml': document(`<h2>I</h2>${prose(60)}<p><img/>x</p>`) } }),
  });
  const { html } = await store.catalogue.one<{ html: string }>(sql`SELECT html FROM chapter_texts`);
  expect([reports[0]?.chapters, html]).toEqual([1, `${prose(60)}<p>x</p>`]);
});
