import { defineCommand } from '#src/lib/cli.ts';
import { print } from '#src/lib/print.ts';
import { vitalsOf } from './vitals.ts';

export const command = defineCommand({
  help: `Shows the Web Vitals that visitors' browsers measured on a brand's pages: the 75th percentile of LCP, INP, CLS, FCP and TTFB
by day (UTC) and kind of page, and over all days (docs/use/measurement.md).

npm run vitals -- --brand ID [--days N] [--json]

  --brand ID    the brand
  --days N      days to include, up to today (28); the site keeps 94
  --json        [{day, kind, metric, p75, loads}] on standard output; milliseconds except for CLS`,
  options: {
    brand: { type: 'string' },
    days: { type: 'string', default: '28' },
    json: { type: 'boolean', default: false },
  },
  async run({ brand, days, json }) {
    print(await vitalsOf({ brand, days, json }));
  },
});
