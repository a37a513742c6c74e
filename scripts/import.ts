import { runCommand } from '#src/lib/cli.ts';
import { runImport } from './programs/import.ts';

await runCommand({
  help: `Brings EPUB files into the content API's store. A file imported before is updated, or left alone if nothing changed.

npm run import -- [--section N] [--brands A,B] [--json] FILE…

  --section N   content pool, by the file's language where not given (English 7)
  --brands A,B  ids of the brands that offer the books, the one that had them first first; "all" for every brand. Without
                it a book stays with the brands it has, and a new one is offered by every brand
  --json        a report per file on standard output`,
  options: { section: { type: 'string' }, brands: { type: 'string' }, json: { type: 'boolean' } },
  positionals: true,
  run: (values, files) => runImport(files, values),
});
