import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ImportReport, importFiles, previewFiles } from '#src/api/import/index.ts';
import { createWriter, openStore, type Store, storedChapters } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { withRedirects } from '#src/commands/content/import-redirects.ts';
import { readRedirects } from '#src/publish/release/index.ts';
import { makeWxr } from '../../../unit/api/collection/make-wxr.ts';

const TEXT = 'The rain had fallen on the harbour for nine days, and nobody on the quay spoke of anything else.';
const PATIENCE = { timeout: 300_000 };

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-collection-'));
  store = await openStore(join(folder, 'api'));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

function run(names: readonly string[], as?: 'book' | 'books'): Promise<ImportReport[]> {
  const target = { writer: createWriter(store), store, now: () => new Date(), as };
  return Array.fromAsync(
    importFiles(
      names.map((name) => join(folder, name)),
      target,
    ),
  );
}

const cover = () =>
  sharp({ create: { width: 40, height: 60, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
const covers = async () => readdir(join(store.media, 'covers')).catch(() => []);

describe('the import of a folder', () => {
  it(
    'adds one book with its cover if the files are numbered, and changes nothing when repeated',
    PATIENCE,
    async () => {
      await write({
        'The Raft/002.txt': `${TEXT} Two.`,
        'The Raft/010.txt': `${TEXT} Ten.`,
        'The Raft/001.md': `# The Mill\n\n${TEXT}`,
        'The Raft/cover.png': await cover(),
      });
      const [report, ...others] = await run(['The Raft']);
      expect(others).toEqual([]);
      expect(report).toMatchObject({ status: 'added', title: 'The Raft', chapters: 3 });
      expect(report?.warnings).toEqual(['No file has the number 3-9. Check whether chapters are missing.']);
      expect(await covers()).toHaveLength(1);
      const chapters = await storedChapters(store.catalogue, report?.bookId ?? 0);
      expect(chapters.map(({ title }) => title)).toEqual(['The Mill', 'Chapter 2', 'Chapter 10']);
      expect(await run(['The Raft'])).toMatchObject([{ status: 'unchanged', bookId: report?.bookId }]);
    },
  );

  it('adds a book per file if the files are not numbered', PATIENCE, async () => {
    await write({ 'in/Emma.md': `# Emma\n\n${TEXT}`, 'in/Ulysses.txt': `Ulysses\n\n${TEXT}` });
    const reports = await run(['in']);
    expect(reports.map(({ title }) => title).toSorted()).toEqual(['Emma', 'Ulysses']);
  });

  it('with --as books, adds a book per file even if the files are numbered', PATIENCE, async () => {
    await write({ 'in/1.md': `# One\n\n${TEXT}`, 'in/2.md': `# Two\n\n${TEXT}` });
    expect((await run(['in'], 'books')).map(({ title }) => title)).toEqual(['1', '2']);
    expect((await run(['in'])).map(({ title }) => title)).toEqual(['in']);
  });

  it('ignores symbolic links in the folder', PATIENCE, async () => {
    await write({ 'in/1.txt': TEXT, 'in/2.txt': `${TEXT} Two.`, 'secret.txt': 'Secret.' });
    await symlink(join(folder, 'secret.txt'), join(folder, 'in', '3.txt'));
    expect(await run(['in'])).toMatchObject([{ chapters: 2 }]);
  });

  it('is refused if the folder contains no book', PATIENCE, async () => {
    await write({ 'in/picture.png': await cover() });
    expect(await run(['in'])).toMatchObject([{ status: 'refused', reason: expect.stringMatching(/contains no book/) }]);
  });
});

describe('the import of pages with pictures next to them', () => {
  const page = (source: string) => `<h1>Rain</h1><p>${TEXT}</p><p><img src="${source}" alt="A map"></p>`;
  const picture = (background: string) =>
    sharp({ create: { width: 40, height: 60, channels: 3, background } })
      .png()
      .toBuffer();
  const pictures = async () => readdir(join(store.media, 'pictures')).catch(() => []);
  const storedTexts = async () =>
    (await store.catalogue.all<{ html: string }>(sql`SELECT html FROM chapter_texts`)).map(({ html }) => html);

  it('stores the pictures in the folder of the page, for folders and single files', PATIENCE, async () => {
    await write({
      'in/The Raft.html': page('The%20Raft_files/1.png'),
      'in/The Raft_files/1.png': await picture('red'),
      'in/The Mill.md': `# Mill\n\n${TEXT}\n\n![A map](images/Map (1).PNG)\n\n![A mill](./images/mill.png)\n`,
      'in/images/map (1).png': await picture('green'),
      'in/images/mill.png': await picture('blue'),
      'in/other.png': await picture('white'),
    });
    const reports = await run(['in']);
    expect(reports).toMatchObject([
      { file: join(folder, 'in/The Mill.md'), status: 'added' },
      { file: join(folder, 'in/The Raft.html'), status: 'added', warnings: [] },
    ]);
    expect(await pictures()).toHaveLength(2);
    expect(await run(['in/The Raft.html'])).toMatchObject([{ status: 'unchanged' }]);
    expect(await pictures()).toHaveLength(2);
  });

  it('reads no picture outside the folder and follows no link', PATIENCE, async () => {
    await write({
      'secret.png': await picture('red'),
      'out/2.png': await picture('green'),
      'in/Rain.html': page('../secret.png') + page('linked/2.png') + page('1.png') + page('/etc/3.png'),
    });
    await symlink(join(folder, 'secret.png'), join(folder, 'in', '1.png'));
    await symlink(join(folder, 'out'), join(folder, 'in', 'linked'));
    for (const name of ['in', 'in/Rain.html']) {
      const [report] = await run([name]);
      expect(report?.status).not.toBe('refused');
      expect(report?.warnings.join()).toMatch(/^Pictures that the file does not contain.*: 4 left out/);
    }
    expect(await pictures()).toEqual([]);
  });

  it('leaves out a damaged picture or cover with a warning', PATIENCE, async () => {
    const damaged = (await picture('red')).subarray(0, 60);
    await write({
      'in/1.html': page('1.png'),
      'in/2.html': page('2.png').replace('Rain', 'Fog'),
      'in/1.png': damaged,
      'in/2.png': await picture('green'),
      'in/cover.png': damaged,
    });
    const [report] = await run(['in']);
    expect(report).toMatchObject({ status: 'added', chapters: 2 });
    expect(report?.warnings.join('\n')).toMatch(/picture in "[^"]+" was left out: .*damaged/);
    expect(report?.warnings.join('\n')).toMatch(/cover.* was left out: .*damaged/);
    expect(await pictures()).toHaveLength(1);
    const chapters = await storedTexts();
    expect(chapters.join('')).not.toMatch(/epub-image|<p><\/p>/);
    expect(chapters.join('').match(/<img/g)).toHaveLength(1);
  });
});

describe('the import of a WordPress export', () => {
  const posts = (type: string) => [
    { id: 1, type: 'fcn_story', title: type, meta: { fictioneer_story_status: 'Ongoing', _thumbnail_id: '4' } },
    { id: 2, type: 'fcn_chapter', title: 'Chapter 1', content: TEXT, meta: { fictioneer_chapter_story: '1' } },
    { id: 3, type: 'fcn_chapter', title: 'Chapter 2', content: TEXT, meta: { fictioneer_chapter_story: '1' } },
    { id: 4, type: 'attachment', status: 'inherit', attachment: 'https://old.example/uploads/raft.png' },
  ];

  it('adds a story whose posts are in several files, and changes nothing when repeated', PATIENCE, async () => {
    await write({ 'one.xml': makeWxr(posts('The Raft').slice(0, 2)), 'two.xml': makeWxr(posts('The Raft').slice(2)) });
    const [report, ...others] = await run(['one.xml', 'two.xml']);
    expect(others).toEqual([]);
    expect(report).toMatchObject({ status: 'added', title: 'The Raft', author: 'Mara Lind', chapters: 2 });
    expect(await run(['one.xml', 'two.xml'])).toMatchObject([{ status: 'unchanged', bookId: report?.bookId }]);
  });

  it(
    'takes covers from the folder of the export, and updates the same book if the story was renamed',
    PATIENCE,
    async () => {
      await write({ 'site/export.xml': makeWxr(posts('The Raft')), 'site/uploads/raft.png': await cover() });
      const [first] = await run(['site']);
      expect(await covers()).toHaveLength(1);
      await write({ 'site/export.xml': makeWxr(posts('The Ship')) });
      expect(await run(['site'])).toMatchObject([{ status: 'updated', title: 'The Ship', bookId: first?.bookId }]);
    },
  );

  it(
    'adds redirects from the old URLs to the new pages, and never changes an existing redirect',
    PATIENCE,
    async () => {
      await write({ 'one.xml': makeWxr(posts('The Raft')), 'state/acme/redirects.txt': '/3/ /genres\n' });
      const places = { store, state: join(folder, 'state'), brands: async () => ['acme', 'other'] };
      const move = async () => {
        const [report] = await run(['one.xml']);
        if (!report) throw new Error('Nothing was imported.');
        return withRedirects(report, places);
      };
      const first = await move();
      const chapters = await storedChapters(store.catalogue, first.bookId ?? 0);
      const [one, two] = chapters.map(({ id }) => `/book-reader/${first.bookId}/${id}`);
      const expected = {
        '/1': `/novel/${first.bookId}`,
        '/?p=1': `/novel/${first.bookId}`,
        '/2': one,
        '/?p=2': one,
        '/?p=3': two,
      };
      const redirectsOf = (brand: string) => Object.fromEntries(readRedirects(join(folder, 'state', brand)));
      expect(redirectsOf('acme')).toEqual({ ...expected, '/3': '/genres' });
      expect(redirectsOf('other')).toEqual({ ...expected, '/3': two });
      expect(first.redirects).toBe(11);
      expect(first.warnings.join()).toContain(
        '1 old addresses already redirect to another page and were not changed: /3.',
      );
      expect(first).not.toHaveProperty('oldAddresses');
      expect(await move()).toMatchObject({ status: 'unchanged', redirects: 0 });
      expect(redirectsOf('other')).toEqual({ ...expected, '/3': two });
    },
  );

  it('is refused if the file is truncated, and nothing is stored', PATIENCE, async () => {
    await write({ 'cut.xml': makeWxr(posts('The Raft')).slice(0, -300) });
    expect(await run(['cut.xml'])).toMatchObject([{ status: 'refused', reason: expect.stringMatching(/cut off/) }]);
  });
});

describe('the import of a ZIP file', () => {
  const zip = (files: Record<string, string | Uint8Array>) =>
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, content]) => [
          name,
          typeof content === 'string' ? strToU8(content) : content,
        ]),
      ),
    );

  it('adds one book with the name of the ZIP file if the files are numbered', PATIENCE, async () => {
    await write({ 'The_Raft.zip': zip({ '1.txt': TEXT, '2.txt': `${TEXT} Two.`, 'cover.png': await cover() }) });
    expect(await run(['The_Raft.zip'])).toMatchObject([{ status: 'added', title: 'The Raft', chapters: 2 }]);
    expect(await covers()).toHaveLength(1);
  });

  it('adds a book per folder, even if the files of another folder cannot be read', PATIENCE, async () => {
    const bad = new Uint8Array([0, 1, 0, 0, 2]);
    await write({
      'all.zip': zip({
        'Raft/1.txt': TEXT,
        'Raft/2.txt': TEXT,
        'Bad/1.txt': bad,
        'Bad/2.txt': bad,
        'Mill.md': `# Mill\n\n${TEXT}`,
      }),
    });
    const reports = await run(['all.zip']);
    expect(reports.map(({ status, title }) => `${status} ${title}`).toSorted()).toEqual([
      'added Mill',
      'added Raft',
      'refused null',
    ]);
    const previews = await Array.fromAsync(previewFiles([join(folder, 'all.zip')]));
    expect(previews.map((one) => ('refused' in one ? 'refused' : one.title)).toSorted()).toEqual([
      'Mill',
      'Raft',
      'refused',
    ]);
  });

  it('is refused if the unpacked size exceeds the limit', PATIENCE, async () => {
    await write({ 'bomb.zip': zip({ '1.txt': 'a'.repeat(4 * 1024 * 1024), '2.txt': TEXT }) });
    expect(await run(['bomb.zip'])).toMatchObject([{ status: 'refused', reason: expect.stringMatching(/ZIP bomb/) }]);
  });
});
