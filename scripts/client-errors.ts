import { runCommand } from '#src/lib/cli.ts';
import { clientErrorsOf } from './programs/client-errors.ts';

await runCommand({
  help: `Shows the errors that visitors' browsers reported of a brand's pages, most frequent first, with their positions in the
source code; docs/use/client-errors.md.

npm run client-errors -- --brand ID [--days N] [--json]

  --brand ID    the brand
  --days N      days to look back, with today (28); the site keeps 94
  --json        {errors: [{id, kind, name, message, count, first, last, pages, stack: [{at, source}]}], others} on standard output`,
  options: {
    brand: { type: 'string' },
    days: { type: 'string', default: '28' },
    json: { type: 'boolean', default: false },
  },
  async run({ brand, days, json }) {
    process.stdout.write(await clientErrorsOf({ brand, days, json }));
  },
});
