import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { item, makeEpub, prose } from '../../unit/api/epub/make-epub.ts';

const RAIN: Readonly<Record<string, string>> = {
  en: 'It rained on the roof of the old house, and nobody spoke for a long while.',
  es: 'Llovía sobre el tejado de la vieja casa y nadie habló durante un largo rato.',
};

/** Writes EPUB files of three chapters each, and returns their titles. */
export async function writeEpubs(folder: string, language: 'en' | 'es', titles: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const chapters = ['one', 'two', 'three'];
  for (const title of titles) {
    const bytes = makeEpub({
      metadata: `<dc:identifier id="uid">urn:setup:${title}</dc:identifier><dc:title>${title}</dc:title>
<dc:creator>Mara Lind</dc:creator><dc:language>${language}</dc:language>`,
      documents: Object.fromEntries(
        chapters.map((name, index) => [
          `${name}.xhtml`,
          `<h2>Chapter ${index + 1}</h2><p>${title}. ${RAIN[language]}</p>${prose(60, title.replaceAll(' ', ''))}`,
        ]),
      ),
      nav: chapters.map((name, index) => item(`${name}.xhtml`, `Chapter ${index + 1}`)).join(''),
    });
    await writeFile(join(folder, `${title}.epub`), bytes);
  }
}

/** Writes a plain text file of two chapters. */
export async function writeText(folder: string, title: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const chapter = (number: number, line: string) => `Chapter ${number}\n\n${`${line}\n\n`.repeat(20)}`;
  const text = `${title}\nby Jon Vale\n\n${chapter(1, 'The sea was quiet that night, and the lamps were lit early.')}${chapter(2, 'In the morning the boats went out again to look for him.')}`;
  await writeFile(join(folder, `${title}.txt`), text);
}
