import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { command, done } from '../../helpers/commands.ts';
import { makeEpub } from '../../unit/api/epub/make-epub.ts';

const epubIn = (language: string, title: string) =>
  makeEpub({
    metadata: `<dc:identifier id="uid">urn:${language}</dc:identifier><dc:title>${title}</dc:title><dc:language>${language}</dc:language>`,
  });

const SPANISH = Array.from(
  { length: 12 },
  () => 'El barco salió del puerto antes del amanecer, y nadie en el muelle se atrevió a decir lo que todos pensaban.',
).join('\n\n');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-language-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const env = () => ({ LECTERN_STATE: join(folder, 'state') });

async function fileOf(name: string): Promise<string> {
  const file = join(folder, `${name}.md`);
  await writeFile(file, `# ${name}\n\n## Chapter 1\n\nThe boat of ${name} left before dawn.\n`);
  return file;
}

/** Section and language of every book, by title. */
async function places(): Promise<Record<string, unknown>> {
  const store = await openStore(join(folder, 'state/api'));
  try {
    const rows = await store.catalogue.all<{ title: string; section: number; language: string }>(
      sql`SELECT title, section, language FROM books`,
    );
    return Object.fromEntries(rows.map(({ title, section, language }) => [title, [section, language]]));
  } finally {
    await store.close();
  }
}

describe('the language of a book', { timeout: 300_000 }, () => {
  it('decides the section in npm run import, and --section sets a language that belongs in it', async () => {
    await done('import', ['--language', 'es-MX', await fileOf('Ola')], env());
    await done('import', ['--language', 'pt-BR', '--section', '13', await fileOf('Onda')], env());
    await done('import', ['--section', '15', await fileOf('Song')], env());
    expect(await places()).toEqual({ Ola: [9, 'es-MX'], Onda: [13, 'pt-BR'], Song: [15, 'vi'] });
  });

  it('is refused by npm run import if it belongs in another section than --section, also in a preview', async () => {
    for (const more of [[], ['--preview']]) {
      const args = [...more, '--section', '7', '--language', 'es', await fileOf('Contradiction')];
      const { code, stderr } = await command('import', args, env());
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining(
          '"es" belongs in section 9 (Español), but section 7 is English. Omit --section: the language decides it.',
        ),
      ]);
    }
    expect(await places()).not.toHaveProperty('Contradiction');
  });

  it('is refused by npm run import if the file states it and it belongs in another section, and nothing is stored', async () => {
    const epub = join(folder, 'spanish.epub');
    await writeFile(epub, epubIn('es-MX', 'Spanish EPUB'));
    const story = join(folder, 'spanish.txt');
    await writeFile(story, `Novela\n\nCapítulo 1\n\n${SPANISH}\n\nCapítulo 2\n\n${SPANISH}\n`);
    const chapters = join(folder, 'Spanish chapters');
    await mkdir(chapters, { recursive: true });
    for (const number of [1, 2, 3])
      await writeFile(join(chapters, `Capítulo ${number}.txt`), `Capítulo ${number}\n\n${SPANISH}\n`);
    for (const [file, ...options] of [
      [epub, [], ['--preview']],
      [story, []],
      [chapters, [], ['--preview']],
    ] as const)
      for (const more of options) {
        const { code, stderr } = await command('import', [...more, '--section', '25', file], env());
        expect([file, more, code, stderr]).toEqual([
          file,
          more,
          1,
          expect.stringMatching(
            /refused .*The language of the book and the section contradict each other: "es(-MX)?" belongs in section 9 \(Español\), but section 25 is Français\. Omit the section, or set the language to "fr" if the file states a wrong one\./,
          ),
        ]);
      }
    expect(Object.values(await places()).filter((place) => JSON.stringify(place).includes('25'))).toEqual([]);
    await done('import', ['--section', '25', '--language', 'fr', epub], env());
    expect(await places()).toMatchObject({ 'Spanish EPUB': [25, 'fr'] });
  });

  it('refuses only the books of a folder that are in another language', async () => {
    const books = join(folder, 'books');
    await mkdir(books, { recursive: true });
    await writeFile(join(books, 'a.epub'), epubIn('de', 'German'));
    await writeFile(join(books, 'b.epub'), epubIn('fil', 'Filipino'));
    const { code, stderr } = await command('import', ['--section', '23', '--different', books], env());
    expect([code, stderr]).toEqual([1, expect.stringContaining('"de" belongs in section 27 (Deutsch)')]);
    expect(await places()).toMatchObject({ Filipino: [23, 'fil'] });
    expect(await places()).not.toHaveProperty('German');
  });

  it('moves the book to its section in npm run content -- edit', async () => {
    await done('content', ['edit', '1', '--language', 'de'], env());
    expect(await places()).toMatchObject({ Ola: [27, 'de'] });
    await done('content', ['edit', '1', '--language', 'ru'], env());
    expect(await places()).toMatchObject({ Ola: [27, 'ru'] });
  });
});
