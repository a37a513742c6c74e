import { defineCommand } from '#src/lib/cli.ts';
import { runImport } from './import.ts';

export const command = defineCommand({
  help: `Imports EPUB, Markdown, HTML or plain text files into the content API's store. A book imported before is updated, or
skipped if nothing changed (docs/use/import.md). Folders and ZIPs: docs/operate/moving.md.

npm run import -- [--section N] [--brands A,B] [--json] FILE…
npm run import -- --preview FILE…        shows what would be imported, what is left out and what is odd; stores nothing
npm run import -- --preview --write-plan PLAN FILE   also writes the chapters to a file, to be corrected
npm run import -- --plan PLAN FILE       imports the chapters as corrected there
npm run import -- --book ID FILE         imports a new version of this book from any file
npm run import -- --watch FOLDER         imports files as they are added to the folder, until stopped

  --language L  language of the book, such as es or pt-BR, instead of the file's; decides the content section
  --section N   content section; default that of the language (English for languages without one). A book in the language
                of another section is refused; add --language if the file states a wrong one
  --brands A,B  ids of the brands that offer the books, the original publisher first; "all" for every brand. By default a
                book keeps its brands, and a new one is offered by every brand
  --title T, --author A   replace those of the file
  --edition-of ID   adds another edition of this book; --different adds a book that only resembles a stored one
  --chapter-pattern P   regular expression for the lines of a plain text that begin chapters; its first group is the title
  --encoding E  encoding of a text if the detected one is wrong or uncertain: gb18030, big5, shift_jis, windows-1251 and others
  --as book     reads a folder or ZIP as one book; --as books as a book per file. By default the names of its files decide
  --blocks N    with --preview: also lists the blocks of chapter N of the file, where it can be split
  --json        prints a report per file as JSON`,
  options: {
    section: { type: 'string' },
    brands: { type: 'string' },
    book: { type: 'string' },
    title: { type: 'string' },
    author: { type: 'string' },
    language: { type: 'string' },
    encoding: { type: 'string' },
    'chapter-pattern': { type: 'string' },
    preview: { type: 'boolean' },
    blocks: { type: 'string' },
    plan: { type: 'string' },
    'write-plan': { type: 'string' },
    'edition-of': { type: 'string' },
    different: { type: 'boolean' },
    watch: { type: 'string' },
    as: { type: 'string' },
    json: { type: 'boolean' },
  },
  positionals: true,
  run: ({ 'chapter-pattern': chapterPattern, 'write-plan': writePlan, 'edition-of': editionOf, ...values }, files) =>
    runImport(files, { ...values, chapterPattern, writePlan, editionOf }),
});
