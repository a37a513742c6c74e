import { runCommand } from '#src/lib/cli.ts';
import { rebuildBrands } from './programs/rebuild.ts';
import { SWITCHES } from './programs/rebuild-options.ts';

await runCommand({
  help: `Brings a brand's site up to date with its upstream and makes it live (docs/operate/rebuild.md).

npm run rebuild -- --brand ID|all [--full] [--dry-run] [--accept REASON] [--json]
npm run rebuild -- --brand ID --explain PATH
npm run rebuild -- --brand ID --pages GLOB | --changed-since CURSOR
npm run rebuild -- --brand ID --shard I/N | --merge N [--full]
npm run rebuild -- --brand ID|all --queue [any of the above but shards]

  --full            render every page, also those that did not change
  --pages GLOB      publish only pages whose decoded path matches, such as "/genres/12/**"; may be given again
  --changed-since CURSOR
                    render also unchanged pages where they show a book that the upstream changed since then
  --shard I/N       render shard I of N from the snapshot as it is, without publishing
  --merge N         make the release from shards 1 to N and publish it
  --dry-run         only report how many pages of each kind would be added, changed, removed and kept, and why
  --explain PATH    like --dry-run, and say why this page would be rendered, kept or removed
  --queue           have it done by the workers (npm run worker), and wait for its end (docs/operate/workers.md)
  --accept REASON   publish although the publish guard asks whether it is right; the reason is kept with the release
  --json            one line of JSON for each brand

Exit codes: 0 published or nothing to do, 1 unexpected, 2 wrong use or another run in progress, 3 the upstream failed,
4 refused by the publish guard, 5 published, but the web server in front has its old configuration (docs/operate/proxy.md),
6 published here, but not in the store of releases (docs/operate/release-store.md). The live release changes only with 0, 5 and 6.`,
  options: SWITCHES,
  run: rebuildBrands,
});
