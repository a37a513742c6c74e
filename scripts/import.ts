import { runCommand } from '#src/lib/cli.ts';
import { runImport } from './programs/import.ts';

await runCommand({
  help: `Brings EPUB files into the content API's store. A file imported before is updated, or left alone if nothing changed.

npm run import -- [--section N] [--json] FILE…

  --section N   content pool, by the file's language where not given (English 7)
  --json        a report per file on standard output`,
  options: { section: { type: 'string' }, json: { type: 'boolean' } },
  positionals: true,
  run: (values, files) => runImport(files, values),
});
