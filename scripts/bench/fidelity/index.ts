import { basename } from 'node:path';
import type { Browser } from '@playwright/test';
import type { LiveSite } from '../live-site.ts';
import { atLeast, type BenchRow, rowWithoutPeer } from '../report.ts';
import { countLinkedNotes, countNotes } from './notes.ts';
import { countPictures, countPicturesOnLight } from './pictures.ts';
import { readShownBook } from './shown-book.ts';
import { readSourceBook } from './source-book.ts';
import { countTables } from './tables.ts';
import { countVerse } from './verse.ts';
import { compareWords, wordsOf } from './words.ts';

const MAX_COST = { seconds: 30, mebibytes: 400 };

/** Compares each imported book, as the site shows it, with the book's file. */
export async function fidelityRows(site: LiveSite, browser: Browser, files: readonly string[]): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [index, file] of files.entries()) {
    const [book, cost] = [site.novels[index], site.imports[index]];
    if (book === undefined || !cost) continue;
    const source = readSourceBook(file);
    const chapters = await readShownBook(site.origin, book);
    const ours = chapters.flatMap(({ body }) => wordsOf(body).map(({ text }) => text));
    const words = source.documents.flatMap(({ body }) => wordsOf(body));
    const titles = chapters.flatMap(({ title, part }) => [title, part]);
    const { lost, doubled } = compareWords(words, ours, titles);
    const verse = await countVerse(browser, site.origin, source, chapters);
    const tables = await countTables(browser, site.origin, chapters);
    const [notes, pictures] = [countNotes(source), countPictures(source)];
    const name = basename(file, '.epub');
    printDifferences(name, { lost, doubled, verse: verse.off, 'wide tables': tables.wide });
    rows.push(
      rowWithoutPeer(`${name}: chapters and sections`, chapters.length, ''),
      rowWithoutPeer(`${name}: words lost of ${words.length}`, lost.length, '', 0),
      rowWithoutPeer(`${name}: words duplicated`, doubled.length, '', 0),
      atLeast(`${name}: notes linked in both directions`, countLinkedNotes(chapters), '', notes),
      atLeast(
        `${name}: images with a light background in night mode`,
        await countPicturesOnLight(browser, site.origin, chapters),
        '',
        pictures,
      ),
      atLeast(`${name}: lines of verse indented as in the book`, verse.kept, '', verse.lines),
      rowWithoutPeer(`${name}: tables wider than a phone, of ${tables.tables}`, tables.wide.length, '', 0),
      rowWithoutPeer(`${name}: import`, cost.seconds, 's', MAX_COST.seconds),
      rowWithoutPeer(`${name}: import, peak memory`, cost.mebibytes, 'MiB', MAX_COST.mebibytes),
    );
  }
  return rows;
}

/** Prints which words and lines differ. */
function printDifferences(name: string, found: Readonly<Record<string, readonly string[]>>): void {
  for (const [what, words] of Object.entries(found)) {
    if (words.length > 0) process.stderr.write(`${name}, ${what}: ${words.slice(0, 40).join(' ')}\n`);
  }
}
