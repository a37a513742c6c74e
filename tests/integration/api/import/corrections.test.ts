import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWriter, openStore, type Store } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { runImport } from '../../../../src/commands/content/import.ts';
import type { ImportSwitches } from '../../../../src/commands/content/import-switches.ts';
import { makeEpub } from '../../../unit/api/epub/make-epub.ts';

const PATIENCE = { timeout: 300_000 };
const OPENING =
  'The rain had fallen on the harbour for nine days, and nobody on the quay spoke of anything else until the ferry came in without its lights.';
const RAFT = `The Raft\nby Mara Lind\n\nChapter 1\n\n${OPENING}\n\nA lamp went out.\n\nChapter 2\n\nThe river rose.\n\nChapter 4\n\nIt fell again.\n`;

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-corrections-'));
  vi.stubEnv('LECTERN_STATE', folder);
  store = await openStore(join(folder, 'api'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function run(files: string[], switches: ImportSwitches = {}) {
  const [out, err] = [process.stdout, process.stderr].map((stream) => {
    const lines: string[] = [];
    vi.spyOn(stream, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    return lines;
  });
  const code = await runImport(files, switches).finally(() => vi.restoreAllMocks());
  return { code, out: out?.join('') ?? '', err: err?.join('') ?? '' };
}

const books = () => store.catalogue.all(sql`SELECT id, title, author_name AS author, language FROM books ORDER BY id`);
const chapters = () =>
  store.catalogue.all(
    sql`SELECT c.title, c.part, t.html FROM chapters c JOIN chapter_texts t ON t.chapter_id = c.id ORDER BY c.place`,
  );

describe('the preview of an import', PATIENCE, () => {
  it('lists warnings and omitted parts, and the stored book that the file resembles', async () => {
    const text = await file('raft.txt', `${RAFT}\nhttps://example.org/novels\n`);
    await run([text]);
    const { out } = await run([text], { preview: true });
    expect(out).toContain('? After 2 comes 4');
    expect(out).toContain('- Title page and fields about the book: 2 left out, such as "The Raft"');
    expect(out).toContain('- Lines added by sites: 1 left out, such as "https://example.org/novels"');
    expect(out).toContain('= resembles book 1 "The Raft" by Mara Lind: It has the same identifier.');
  });

  it('warns if two files without authors have the same title', async () => {
    const files = [
      await file('a.md', '# Notes\n\n## One\n\nFirst.\n'),
      await file('b.md', '# Notes\n\n## One\n\nOther.\n'),
    ];
    const { out } = await run(files, { preview: true });
    expect(out).toContain(`or the same title and author, as "${files[0]}"`);
    const { code, err } = await run(files);
    expect([code, err]).toEqual([1, expect.stringContaining('It resembles book 1 "Notes"')]);
    expect(await books()).toHaveLength(1);
  });

  it('does not create a store', async () => {
    vi.stubEnv('LECTERN_STATE', join(folder, 'new'));
    expect((await run([await file('raft.txt', RAFT)], { preview: true })).code).toBe(0);
    await expect(readFile(join(folder, 'new/api/catalogue.db'))).rejects.toThrow(/ENOENT/);
  });

  it('lists the blocks at which a chapter can be split', async () => {
    const { out } = await run([await file('raft.txt', RAFT)], { preview: true, blocks: '0' });
    expect(out).toContain(`Blocks of "Chapter 1":\n     0  ${OPENING.slice(0, 120)}…\n     1  A lamp went out.\n`);
    await expect(run([join(folder, 'raft.txt')], { preview: true, blocks: '7' })).rejects.toThrow(
      /number of a chapter/,
    );
  });
});

describe('an import plan', PATIENCE, () => {
  it('changes nothing if it is used without edits', async () => {
    const [text, plan] = [await file('raft.txt', RAFT), join(folder, 'plan.json')];
    await run([text]);
    await run([text], { preview: true, writePlan: plan });
    expect((await run([text], { plan })).err).toMatch(/^unchanged +book 1 "The Raft"/);
  });

  it('can rename, reorder, merge and split chapters, and may be an edited output of --json', async () => {
    const text = await file('raft.txt', RAFT);
    const { out } = await run([text], { preview: true, json: true });
    const { plan } = JSON.parse(out);
    const [one, two, four] = plan.chapters;
    const edited = {
      ...plan,
      title: 'Raft and River',
      chapters: [
        { ...four, title: 'The Fall', part: 'Before' },
        { ...one, title: 'Rain', pieces: [{ chapter: 0, from: 0, to: 1 }] },
        { ...two, title: 'River', pieces: [{ chapter: 0, from: 1, to: 2 }, ...two.pieces] },
      ],
    };
    const { err } = await run([text], { plan: await file('plan.json', JSON.stringify({ plan: edited })) });
    expect(err).toMatch(/^added +book 1 "Raft and River" by Mara Lind: 3 chapters/);
    expect(await chapters()).toEqual([
      { title: 'The Fall', part: 'Before', html: '<p>It fell again.</p>' },
      { title: 'Rain', part: null, html: `<p>${OPENING}</p>` },
      { title: 'River', part: null, html: '<p>A lamp went out.</p><p>The river rose.</p>' },
    ]);
  });

  it('is refused if the imported file has changed, if a piece does not exist, or if the plan is invalid', async () => {
    const [text, plan] = [await file('raft.txt', RAFT), join(folder, 'plan.json')];
    await run([text], { preview: true, writePlan: plan });
    await writeFile(text, RAFT.replace('lamp', 'light'));
    expect((await run([text], { plan })).err).toMatch(/^refused .*the file or its settings have changed/i);
    await writeFile(text, RAFT);
    const chapter = { title: 'A', pieces: [{ chapter: 9, from: 0, to: 1 }] };
    expect(
      (await run([text], { plan: await file('wrong.json', JSON.stringify({ chapters: [chapter] })) })).err,
    ).toMatch(/refused .*chapter 9 of the file, which does not exist/);
    await expect(run([text], { plan: await file('no.json', '{"chapters": 4}') })).rejects.toThrow(
      /chapters must be a list/,
    );
    await expect(run([text], { plan: join(folder, 'missing.json') })).rejects.toThrow(/cannot be read/);
    expect(await books()).toEqual([]);
  });

  it('is refused if the encoding is uncertain and was not chosen', async () => {
    const [text, plan] = [
      await file('unclear.txt', Buffer.from('\xe1\xe2, \xe3', 'latin1')),
      join(folder, 'plan.json'),
    ];
    await run([text], { preview: true, writePlan: plan });
    expect((await run([text], { plan })).err).toMatch(/refused .*encoding is probably/);
  });
});

describe('the options for title, author and language of an import', PATIENCE, () => {
  it('replace the values in an EPUB, which still updates the same book', async () => {
    const metadata =
      '<dc:identifier id="uid">urn:x</dc:identifier><dc:title>Old</dc:title><dc:creator>Ann</dc:creator><dc:language>en</dc:language>';
    const epub = await file(
      'old.epub',
      makeEpub({ metadata, documents: { 'a.xhtml': `<h2>1</h2><p>${OPENING}</p>` } }),
    );
    await run([epub], { title: 'New', author: 'Mara Lind', language: 'de' });
    expect(await books()).toEqual([{ id: 1, title: 'New', author: 'Mara Lind', language: 'de' }]);
    expect(await chapters()).toMatchObject([{ title: 'Kapitel 1' }]);
    expect((await run([epub])).err).toMatch(/^updated +book 1 "Old" by Ann/);
  });
});

describe('the import of a book that resembles a stored book', PATIENCE, () => {
  it('is refused if only the title matches, and updates the stored book if identifier and first lines match', async () => {
    const notes = (text: string) => `# Notes\n\n## 1\n\n${text}\n\n## 2\n\nMore of it.\n`;
    const [mine, theirs] = [
      await file('a.md', notes(OPENING)),
      await file('b.md', notes('Another author wrote this.')),
    ];
    const { code, out, err } = await run([mine, theirs]);
    expect(code).toBe(1);
    expect(out + err).toContain('added      book 1 "Notes" by Unknown');
    expect(out + err).toContain('b.md: It resembles book 1 "Notes" by Unknown');
    const again = await run([mine]);
    expect(again.out + again.err).toContain('unchanged  book 1');
    await file('a.md', notes(`${OPENING} It rained on.`));
    const revised = await run([mine]);
    expect(revised.out + revised.err).toContain('updated    book 1');
    expect(await books()).toHaveLength(1);
  });

  const other = `Raft, The\nby Someone\n\nChapter 1\n\n${OPENING}\n\nChapter 2\n\nMore of it.\n`;

  it('is refused until the operator states whether it is the same book', async () => {
    await run([await file('raft.txt', RAFT)]);
    const text = await file('other.txt', other);
    const { code, err } = await run([text]);
    expect([code, err]).toEqual([
      1,
      `refused    ${text}: It resembles book 1 "The Raft" by Mara Lind (It begins with the same text.). To replace it with this version, use --book 1; to add another edition, --edition-of 1; to add a different book, --different.\n`,
    ]);
    expect(await books()).toHaveLength(1);
    expect((await run([text], { different: true })).err).toMatch(/^added +book 2 "Raft, The"/);
    expect((await run([text], { book: '1' })).err).toMatch(/^updated +book 1 "Raft, The"/);
  });

  it('adds another edition with --edition-of; after that, an update must name the edition with --book', async () => {
    const text = await file('raft.txt', RAFT);
    await run([text]);
    expect((await run([text], { editionOf: '1' })).err).toMatch(/^added +book 2 "The Raft"/);
    expect((await run([text])).err).toMatch(/^refused .*book 1 .*book 2 /);
    expect((await run([text], { book: '2' })).err).toMatch(/^(?:unchanged|updated) +book 2/);
    await expect(run([text], { editionOf: '7' })).rejects.toThrow('--edition-of is "7", which does not exist');
    await expect(run([text], { editionOf: '1', different: true })).rejects.toThrow(/Use one of/);
  });

  it('is refused if the stored book was taken down', async () => {
    const text = await file('raft.txt', RAFT);
    await run([text]);
    const writer = createWriter(store);
    const { key } = await store.catalogue.one<{ key: string }>(sql`SELECT key FROM books`);
    await writer.transaction(() => writer.takeDownBook(key, null));
    expect((await run([text], { different: true })).err).toMatch(/^refused .*was taken down/);
  });
});
