import { execFileSync } from 'node:child_process';
import { link, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { importFiles, watchFolder } from '#src/api/import/index.ts';
import { createWriter, openStore, type Store } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { runImport } from '../../../../src/commands/content/import.ts';
import type { ImportSwitches } from '../../../../src/commands/content/import-switches.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-manuscripts-'));
  vi.stubEnv('LECTERN_STATE', folder);
  store = await openStore(join(folder, 'api'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

/**
 * Runs `npm run import` in this process.
 * @returns the exit code and what it wrote to standard output and standard error
 */
async function run(files: string[], switches: ImportSwitches = {}) {
  const [out, err] = [process.stdout, process.stderr].map((stream) => {
    const lines: string[] = [];
    vi.spyOn(stream, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    return lines;
  });
  const code = await runImport(files, switches);
  vi.restoreAllMocks();
  return { code, out: out?.join('') ?? '', err: err?.join('') ?? '' };
}

const HEAD = '---\ntitle: Moon\nauthor: Mara Lind\n---\n';
const chapters = () => store.catalogue.all(sql`SELECT id, number, title FROM chapters ORDER BY number`);

it('the import of a new version of a manuscript keeps the ids of the book and of its chapters', async () => {
  const one = await file('moon.md', `${HEAD}# Chapter 1\n\nOne.\n\n# Chapter 2\n\nTwo.\n`);
  expect((await run([one])).err).toBe('added      book 1 "Moon" by Mara Lind: 2 chapters\n');
  const two = await file(
    'renamed.md',
    `${HEAD}# Preface\n\nBefore.\n\n# Chapter 1\n\nOne.\n\n# Chapter 2\n\nTwo again.\n`,
  );
  expect((await run([two])).err).toBe('updated    book 1 "Moon" by Mara Lind: 2 chapters, 1 other section\n');
  expect((await run([two])).err).toMatch(/^unchanged/);
  expect(await chapters()).toEqual([
    { id: 3, number: 1, title: 'Preface' },
    { id: 1, number: 2, title: 'Chapter 1' },
    { id: 2, number: 3, title: 'Chapter 2' },
  ]);
  expect(await store.catalogue.all(sql`SELECT id, key FROM books`)).toEqual([
    { id: 1, key: expect.stringMatching(/^text:/) },
  ]);
});

it('the import of a file with a different format and title updates the book given by --book', async () => {
  await run([await file('moon.md', `${HEAD}# Chapter 1\n\nOne.\n`)]);
  const other = await file('sun.txt', 'Chapter 1\n\nOne, rewritten.\n\nChapter 2\n\nTwo.\n');
  expect((await run([other], { book: '1', title: 'Moon, revised', author: 'M. Lind' })).code).toBe(0);
  expect(await store.catalogue.all(sql`SELECT id, title, author_name FROM books`)).toEqual([
    { id: 1, title: 'Moon, revised', author_name: 'M. Lind' },
  ]);
  expect((await chapters()).map(({ id }) => id)).toEqual([1, 2]);
  await expect(run([other], { book: '9' })).rejects.toThrow('--book is "9", which does not exist');
});

/** The first words of the chapter, with exactly as many characters as a preview shows. */
const FIRST_WORDS = 'She walked to the old pier again. She walked to the old pier again. She walked to the old';

it('the preview of a manuscript shows chapters, words and first lines, and writes nothing', async () => {
  const text = await file(
    'moon.md',
    `${HEAD}# Part 1\n\n## Chapter 1\n\n${'She walked to the old pier again. '.repeat(9)}\n\n## Chapter 2\n\nTwo.\n`,
  );
  const bad = await file('bad.txt', '\0');
  const { code, out, err } = await run([text, bad], { preview: true });
  expect(out).toBe(`${text}: Moon by Mara Lind (en, utf-8), 2 chapters, 64 words. Nothing was written.
      ? Chapter 2 "Chapter 2" has only 1 word. Merge it if it is not a chapter.
      Part 1
   1  Chapter 1, 63 words
      ${FIRST_WORDS} …
   2  Chapter 2, 1 word
      Two.
`);
  expect([code, err]).toEqual([1, `refused    ${bad}: It is not a text file: it contains zero bytes.\n`]);
  expect(await store.catalogue.all(sql`SELECT id FROM books`)).toEqual([]);
  expect(await readdir(join(folder, 'api/media/covers'))).toEqual([]);
});

it('the watcher of a folder returns a file after two scans find it unchanged, and again after it changes', async () => {
  const inbox = join(folder, 'inbox');
  await mkdir(join(inbox, 'folder.md'), { recursive: true });
  await file('inbox/notes.pdf', 'x');
  await file('inbox/.hidden.md', 'x');
  const path = await file('inbox/b.md', 'One.');
  const stop = new AbortController();
  const watchedFiles = watchFolder(inbox, { signal: stop.signal, everyMs: 20 });
  expect((await watchedFiles.next()).value).toBe(path);
  const next = watchedFiles.next();
  const other = await file('inbox/a.TXT', 'Two.');
  expect((await next).value).toBe(other);
  const again = watchedFiles.next();
  await file('inbox/b.md', 'One, and more.');
  expect((await again).value).toBe(path);
  const end = watchedFiles.next();
  stop.abort();
  expect((await end).done).toBe(true);
});

it.each([
  ['no file', [], {}, 'No file given'],
  ['a watched folder and a file', ['a.md'], { watch: '.' }, 'takes no files'],
  ['one title for two files', ['a.md', 'b.md'], { title: 'X' }, 'apply to a single file'],
] as const)('npm run import rejects %s as incorrect usage', async (_name, files, switches, message) => {
  await expect(runImport(files, switches)).rejects.toThrow(message);
});

it('npm run import --watch imports only regular files without other hard links, and explains why it rejects others', async () => {
  const [inbox, outside] = [join(folder, 'inbox'), join(folder, 'outside')];
  for (const path of [inbox, outside]) await mkdir(path);
  await writeFile(join(outside, 'canary.md'), `${HEAD}# Chapter 1\n\nCanary.\n`);
  await symlink(join(outside, 'canary.md'), join(inbox, 'link.md'));
  await symlink(outside, join(inbox, 'folder.md'));
  await symlink(outside, join(inbox, 'folder'));
  await link(join(outside, 'canary.md'), join(inbox, 'hard.md'));
  execFileSync('mkfifo', [join(inbox, 'fifo.md')]);
  await writeFile(join(outside, 'canary.png'), 'Canary.');
  await link(join(outside, 'canary.png'), join(inbox, 'hard.png'));
  await writeFile(join(inbox, 'picture.md'), `${HEAD}# Chapter 1\n\n![A bird](hard.png)\n\nMine.\n`);
  await writeFile(join(inbox, 'whole.md'), `${HEAD}# Chapter 1\n\nMine.\n`);
  const stop = new AbortController();
  const options = { writer: createWriter(store), store, now: () => new Date(), isInbox: true };
  const reports: Record<string, string> = {};
  for await (const file of watchFolder(inbox, { signal: stop.signal, everyMs: 20 })) {
    for await (const { status, reason } of importFiles([file], options))
      reports[basename(file)] = reason?.replace(/^.*? is /, 'is ') ?? status;
    if (Object.keys(reports).length === 6) stop.abort();
  }
  expect(reports).toEqual({
    'fifo.md': expect.stringMatching(/^is a named pipe/),
    'folder.md': expect.stringMatching(/^is a symbolic link/),
    'hard.md': expect.stringMatching(/hard link/),
    'link.md': expect.stringMatching(/^is a symbolic link/),
    'picture.md': expect.stringMatching(/hard link/),
    'whole.md': 'added',
  });
  expect(JSON.stringify(await store.catalogue.all(sql`SELECT html FROM chapter_texts`))).not.toContain('Canary');
});

it('npm run import accepts a file with several hard links, but rejects a symlink and a FIFO', async () => {
  const regularFile = await file('whole.md', `${HEAD}# Chapter 1\n\nMine.\n`);
  await symlink(regularFile, join(folder, 'link.md'));
  await link(regularFile, join(folder, 'hard.md'));
  execFileSync('mkfifo', [join(folder, 'fifo.md')]);
  for (const [name, reason] of [
    ['link.md', 'is a symbolic link'],
    ['fifo.md', 'is a named pipe'],
  ]) {
    const { code, err } = await run([join(folder, name ?? '')]);
    expect([code, err]).toEqual([1, expect.stringContaining(reason ?? '')]);
    expect((await run([join(folder, name ?? '')], { preview: true })).err).toContain(reason);
  }
  expect((await run([join(folder, 'hard.md')])).err).toMatch(/^added/);
});
