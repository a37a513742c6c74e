import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ImportReport, importFiles } from '#src/api/import/index.ts';
import { createApi, createWriter, openStore, type Store } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { parseSrcset } from '#src/contract/chapter/picture-sources.ts';
import { silentLog } from '#src/lib/log.ts';
import { runImport } from '../../../../src/commands/content/import.ts';
import { makeEpub, prose, SVG } from '../../../unit/api/epub/make-epub.ts';

const METADATA = `<dc:identifier id="uid">urn:isbn:9780000000002</dc:identifier><dc:title>The Weir</dc:title>
<dc:creator>Ada Quill</dc:creator><dc:language>es</dc:language><dc:subject>Sea stories -- Fiction</dc:subject>`;

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-import-'));
  store = await openStore(join(folder, 'api'));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function file(name: string, bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

async function run(files: string[], section?: number, brands?: readonly string[] | null): Promise<ImportReport[]> {
  const writer = createWriter(store);
  return Array.fromAsync(importFiles(files, { writer, store, section, brands, now: () => new Date() }));
}

async function get(path: string): Promise<Response> {
  const api = createApi({
    store,
    prefixes: [{ prefix: '/public', brand: 'local' }],
    media: store.media,
    log: silentLog,
    checkResponses: true,
  });
  const address = await api.listen(0);
  try {
    const response = await fetch(`${address}/public${path}`);
    return new Response(await response.arrayBuffer(), response);
  } finally {
    await api.close();
  }
}

const picture = () => sharp({ create: { width: 600, height: 900, channels: 3, background: '#2255cc' } });

it('an import assigns a book to the given brands, and later imports keep these brands or add others', async () => {
  const epub = await file('weir.epub', makeEpub({ metadata: METADATA, documents: { 'one.xhtml': prose() } }));
  const offeredBy = () => store.catalogue.one<{ offered_by: string | null }>(sql`SELECT offered_by FROM books`);
  const statuses: (string | undefined)[] = [];
  for (const brands of [['joyfic', 'local'], undefined, ['local', 'tibok'], null]) {
    const [report] = await run([epub], undefined, brands);
    statuses.push(`${report?.status} ${(await offeredBy()).offered_by}`);
  }
  expect(statuses).toEqual([
    'added ["joyfic","local"]',
    'unchanged ["joyfic","local"]',
    'updated ["local","tibok"]',
    'updated null',
  ]);
});

it('an import rejects an unknown brand before it opens a store', async () => {
  await expect(runImport(['book.epub'], { brands: 'local,nobody' })).rejects.toThrow('There is no brand "nobody"');
});

it('an import stores a book with chapters, tags, cover and images in the section for its language', async () => {
  const epub = makeEpub({
    metadata: METADATA,
    documents: {
      'one.xhtml': `<h2>One</h2>${prose()}<p><img src="map.png" alt="a map"/></p>`,
      'two.xhtml': `<h2>Two</h2>${prose()}`,
    },
    manifest:
      '<item id="map" href="map.png" media-type="image/png"/><item id="c" href="c.jpg" media-type="image/jpeg" properties="cover-image"/>',
    files: { 'OEBPS/map.png': await picture().png().toBuffer(), 'OEBPS/c.jpg': await picture().jpeg().toBuffer() },
  });
  const [report] = await run([await file('weir.epub', epub)]);
  expect(report).toMatchObject({
    status: 'added',
    title: 'The Weir',
    author: 'Ada Quill',
    chapters: 2,
    reason: null,
    warnings: [],
  });

  const details = await (await get(`/v1/book.show?book_id=${report?.bookId}&section=9`)).json();
  expect(details.data.book).toMatchObject({
    title: 'The Weir',
    category: { name: 'Aventura' },
    status: 'finished',
    language: 'es',
  });
  expect(details.data.book.tags.map((tag: { name: string }) => tag.name)).toEqual(['Sea stories']);
  expect(details.data.book.cover).toMatchObject({ widths: [160, 240, 320, 480], tone: 22 });
  expect((await get(details.data.book.cover.url)).headers.get('content-type')).toBe('image/webp');

  const first = details.data.book.first_chapter_id;
  const chapter = await (await get(`/v1/chapter.show?book_id=${report?.bookId}&chapter_id=${first}&section=9`)).json();
  const [, source] = /src="([^"]+)"/.exec(chapter.data.chapter.html) ?? [];
  expect(source).toMatch(/^\/media\/pictures\/[0-9a-f]+\.webp$/);
  expect((await get(source ?? '')).status).toBe(200);
});

it.each([
  ['drawing.png', 'image/png', 3000, [2560, 1707], 2560],
  ['drawing.svg', 'image/svg+xml', 600, [600, 400], 2400],
])(
  'an import keeps %s transparent in every width, including the largest one for zooming',
  async (name, type, width, formatShown, isKept) => {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${(width * 2) / 3}"><path d="M0 0h20v30z"/></svg>`;
    const content = type === 'image/png' ? await sharp(Buffer.from(drawing)).png().toBuffer() : drawing;
    const epub = makeEpub({
      documents: { 'one.xhtml': `<h2>One</h2>${prose()}<p><img src="${name}" alt=""/></p>` },
      manifest: `<item id="map" href="${name}" media-type="${type}"/>`,
      files: { [`OEBPS/${name}`]: content },
    });
    const [report] = await run([await file('drawn.epub', epub)]);
    const { data } = await (await get(`/v1/book.show?book_id=${report?.bookId}`)).json();
    const { html } = (
      await (await get(`/v1/chapter.show?book_id=${report?.bookId}&chapter_id=${data.book.first_chapter_id}`)).json()
    ).data.chapter;
    expect(html).toContain(`width="${formatShown[0]}" height="${formatShown[1]}"`);
    const [, srcset = ''] = /srcset="([^"]+)"/.exec(html) ?? [];
    const offered = parseSrcset(srcset);
    expect(offered.map((one) => one.width)).toEqual([320, 480, 640, 960, 1280, isKept]);
    for (const one of offered.toSpliced(1, 3)) {
      const metadata = await sharp(await (await get(one.url)).arrayBuffer()).metadata();
      expect(metadata).toMatchObject({ format: 'webp', width: one.width, hasAlpha: true });
    }
  },
);

it('an import converts links between chapters to chapter ids, even if a chapter is inserted later', async () => {
  const one = `<h2>One</h2>${prose()}<p><a id="r" href="notes.xhtml#n">1</a></p>`;
  const notes = `<h2>Notes</h2><p id="n"><a href="one.xhtml#r">1</a> Note.</p>${prose()}`;
  const linksOf = async (documents: Record<string, string>) => {
    const [report] = await run([await file('linked.epub', makeEpub({ documents }))]);
    const { data } = await (await get(`/v1/book.chapters?book_id=${report?.bookId}`)).json();
    const ids: number[] = data.items.map((chapter: { id: number }) => chapter.id);
    const links: (string | undefined)[] = [];
    for (const id of ids) {
      const details = await (await get(`/v1/chapter.show?book_id=${report?.bookId}&chapter_id=${id}`)).json();
      links.push(/href="([^"]+)"/.exec(details.data.chapter.html)?.[1]);
    }
    return { ids, links };
  };
  const { ids, links } = await linksOf({ 'one.xhtml': one, 'notes.xhtml': notes });
  expect(links).toEqual([`chapter:${ids[1]}#b-1-n`, `chapter:${ids[0]}#b-0-r`]);
  const more = await linksOf({ 'one.xhtml': one, 'two.xhtml': `<h2>Two</h2>${prose()}`, 'notes.xhtml': notes });
  expect(more.links).toEqual([`chapter:${more.ids[2]}#b-2-n`, undefined, `chapter:${more.ids[0]}#b-0-r`]);
});

it('an import groups the books of a series under its name, each with its position', async () => {
  const volume = (number: number) => `<dc:identifier id="uid">urn:lamp:${number}</dc:identifier>
    <dc:title>Lamp ${number}</dc:title><dc:creator>Ada Quill</dc:creator><dc:language>en</dc:language>
    <meta name="calibre:series" content="The Lamp Cycle"/><meta name="calibre:series_index" content="${number}.0"/>`;
  const files = [1, 2].map((number) => file(`${number}.epub`, makeEpub({ metadata: volume(number) })));
  const reports = await run(await Promise.all(files));
  const details = await (await get(`/v1/book.show?book_id=${reports[1]?.bookId}`)).json();
  const { series } = details.data.book;
  expect(series).toEqual({ keyword: { id: expect.any(Number) as number, name: 'The Lamp Cycle' }, number: 2 });
  const listed = await (await get(`/v1/seo.keyword_books?keyword_id=${series.keyword.id}`)).json();
  expect(listed.data.items.map((book: { id: number }) => book.id)).toEqual(reports.map(({ bookId }) => bookId));
});

it('an import reports its progress within a file: first its chapters, then its images', async () => {
  const colours = ['#aa0000', '#00aa00', '#0000aa'];
  const files: Record<string, Uint8Array> = {};
  for (const [index, background] of colours.entries()) {
    const drawn = sharp({ create: { width: 40, height: 30, channels: 3, background } });
    files[`OEBPS/${index}.png`] = await drawn.png().toBuffer();
  }
  const images = colours.map((_, index) => `<p><img src="${index}.png" alt=""/></p>`).join('');
  const manifest = colours.map((_, index) => `<item id="p${index}" href="${index}.png" media-type="image/png"/>`);
  const documents = { 'one.xhtml': `<h2>One</h2>${prose()}${images}`, 'two.xhtml': `<h2>Two</h2>${prose()}` };
  const path = await file('drawn.epub', makeEpub({ documents, files, manifest: manifest.join('') }));
  const shares: number[] = [];
  const onProgress = (name: string, share: number) => void (name === path && shares.push(Number(share.toFixed(2))));
  const target = { writer: createWriter(store), store, now: () => new Date(), onProgress };
  await Array.fromAsync(importFiles([path], target));
  expect(shares).toEqual([0.15, 0.3, 0.53, 0.77, 1]);
});

it('an import creates a bitmap from an SVG cover', async () => {
  const epub = makeEpub({
    manifest: '<item id="c" href="c.svg" media-type="image/svg+xml" properties="cover-image"/>',
    files: { 'OEBPS/c.svg': SVG },
  });
  const [report] = await run([await file('svg.epub', epub)]);
  const { data } = await (await get(`/v1/book.show?book_id=${report?.bookId}`)).json();
  const bytes = await (await get(data.book.cover.url)).arrayBuffer();
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 480, height: 720 });
});

it('a second import skips unchanged files and updates changed files', async () => {
  const before = await file('a.epub', makeEpub({ documents: { 'one.xhtml': `<h2>One</h2>${prose()}` } }));
  const [added] = await run([before]);
  const [again] = await run([before]);
  expect(again).toMatchObject({ status: 'unchanged', bookId: added?.bookId });

  const changed = await file('b.epub', makeEpub({ documents: { 'one.xhtml': `<h2>One</h2>${prose(41)}` } }));
  const [updated] = await run([changed]);
  expect(updated).toMatchObject({ status: 'updated', bookId: added?.bookId });
});

it('an import rejects invalid files with a reason, and stores the other files', async () => {
  const good = await file('good.epub', makeEpub());
  const cut = await file('cut.epub', makeEpub().slice(0, 300));
  const reports = await run([await file('bad.epub', 'no zip at all'), cut, join(folder, 'missing.epub'), good]);
  expect(reports.map((report) => report.status)).toEqual(['refused', 'refused', 'refused', 'added']);
  expect(reports[0]?.reason).toContain('not an EPUB');
  expect(reports[2]?.reason).toContain('The file does not exist');
});

it('an import uses the content section that the operator requests', async () => {
  const [report] = await run(
    [await file('a.epub', makeEpub({ metadata: METADATA.replace(/<dc:language>[^<]*/, '<dc:language>it') }))],
    25,
  );
  expect((await get(`/v1/book.show?book_id=${report?.bookId}&section=25`)).status).toBe(200);
  expect((await get(`/v1/book.show?book_id=${report?.bookId}&section=7`)).status).toBe(404);
});

it('an import that is refused leaves no cover files behind', async () => {
  await run([await file('bad.epub', 'x')]);
  expect(await readdir(join(store.media, 'covers'))).toEqual([]);
});

it('a second import keeps the ids of the parts of a long chapter', async () => {
  const long = (last: string) => `<h2>I</h2>${`<p>${'and so on '.repeat(60)}</p>`.repeat(1500)}<p>${last}</p>`;
  const documents = (last: string) => ({ 'one.xhtml': long(last), 'two.xhtml': `<h2>II</h2>${prose()}` });
  const rows = () =>
    store.catalogue.all<{ id: number; title: string }>(sql`SELECT id, title FROM chapters ORDER BY number`);
  await run([await file('long.epub', makeEpub({ metadata: METADATA, documents: documents('The end.') }))]);
  const before = await rows();
  expect(before.map(({ title }) => title.replace(/^\D*1/, 'I').replace(/^\D*2$/, 'II'))).toEqual([
    'I',
    'I (2)',
    'I (3)',
    'II',
  ]);
  await run([await file('long.epub', makeEpub({ metadata: METADATA, documents: documents('Another end.') }))]);
  expect(await rows()).toEqual(before);
  expect(
    (await store.catalogue.one(sql`SELECT html FROM chapter_texts WHERE chapter_id = ${before[2]?.id ?? 0}`))['html'],
  ).toContain('Another end.');
});
