import { runCommand } from '#src/lib/cli.ts';
import { runImport } from './programs/import.ts';

await runCommand({
  help: `Brings files of EPUB, Markdown, HTML or plain text into the content API's store. A file imported before is updated, or
left alone if nothing changed (docs/use/import.md).

npm run import -- [--section N] [--brands A,B] [--json] FILE…
npm run import -- --preview FILE…        shows chapters, words and first lines, and writes nothing
npm run import -- --book ID FILE         a new version of this book, whatever its file was
npm run import -- --watch FOLDER         imports what is put into the folder, until it is stopped

  --section N   content pool, by the file's language where not given (English 7)
  --brands A,B  ids of the brands that offer the books, the one that had them first first; "all" for every brand. Without
                it a book stays with the brands it has, and a new one is offered by every brand
  --title T, --author A, --language L   of a text that does not say
  --json        a report per file on standard output`,
  options: {
    section: { type: 'string' },
    brands: { type: 'string' },
    book: { type: 'string' },
    title: { type: 'string' },
    author: { type: 'string' },
    language: { type: 'string' },
    preview: { type: 'boolean' },
    watch: { type: 'string' },
    json: { type: 'boolean' },
  },
  positionals: true,
  run: (values, files) => runImport(files, values),
});
