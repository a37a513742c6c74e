import { runCommand } from '#src/lib/cli.ts';
import { rebuildBrands, SWITCHES } from './compose/rebuild.ts';

await runCommand({
  help: `Brings a brand's site up to date with its upstream and makes it live (docs/rebuild.md).

npm run rebuild -- --brand ID|all [--full] [--dry-run] [--accept REASON] [--json]

  --full            render every page, also those that did not change
  --dry-run         only say how many pages would be rendered, kept and removed
  --accept REASON   publish although more than half of the pages are gone
  --json            one line of JSON for each brand

Exit codes: 0 published or nothing to do, 1 unexpected, 2 wrong use or another run under way, 3 the upstream failed,
4 refused by verification. The live release changes only with 0.`,
  options: SWITCHES,
  run: ({ 'dry-run': dryRun, ...values }) => rebuildBrands({ ...values, dryRun }),
});
