import { runCommand } from '#src/lib/cli.ts';
import { vitalsOf } from './programs/vitals.ts';

await runCommand({
  help: `Shows what visitors' browsers measured of a brand's pages: LCP, INP, CLS, FCP and TTFB, which three quarters of the
measured loads did not exceed, by day (UTC) and kind of page and then of all days; docs/use/measurement.md.

npm run vitals -- --brand ID [--days N] [--json]

  --brand ID    the brand
  --days N      days to look back, with today (28); the site keeps 94
  --json        [{day, kind, metric, p75, loads}] on standard output; milliseconds, but for CLS`,
  options: {
    brand: { type: 'string' },
    days: { type: 'string', default: '28' },
    json: { type: 'boolean', default: false },
  },
  async run({ brand, days, json }) {
    process.stdout.write(await vitalsOf({ brand, days, json }));
  },
});
