import { defineCommand } from '#src/lib/cli.ts';
import { print } from '#src/lib/print.ts';
import { clientErrorsOf } from './client-errors.ts';

export const command = defineCommand({
  help: `Lists the JavaScript errors that visitors' browsers reported for a brand's pages, most frequent first, with their positions
in the source code (docs/use/client-errors.md).

npm run client-errors -- --brand ID [--days N] [--json]

  --brand ID    the brand
  --days N      days to include, up to today (28); the site keeps 94
  --json        {errors: [{id, kind, name, message, count, first, last, pages, stack: [{at, source}]}], others} on standard output`,
  options: {
    brand: { type: 'string' },
    days: { type: 'string', default: '28' },
    json: { type: 'boolean', default: false },
  },
  async run({ brand, days, json }) {
    print(await clientErrorsOf({ brand, days, json }));
  },
});
