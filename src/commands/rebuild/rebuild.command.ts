import { defineCommand } from '#src/lib/cli.ts';
import { rebuildBrands } from './rebuild.ts';
import { SWITCHES } from './rebuild-options.ts';

export const command = defineCommand({
  help: `Updates a brand's site from its upstream and publishes it (docs/operate/rebuild.md).

npm run rebuild -- --brand ID|all [--full] [--dry-run] [--accept REASON] [--json]
npm run rebuild -- --brand ID --explain PATH
npm run rebuild -- --brand ID --pages GLOB | --changed-since CURSOR
npm run rebuild -- --brand ID|all --queue [--full | --pages GLOB | --changed-since CURSOR] [--accept REASON]

  --full            render every page, including unchanged ones
  --pages GLOB      publish only pages whose decoded path matches, such as "/genres/12/**"; may be repeated
  --changed-since CURSOR
                    also render unchanged pages that show a book changed in the upstream since then
  --dry-run         only report how many pages of each kind would be added, changed, removed or kept, and why
  --explain PATH    like --dry-run, and explain why this page would be rendered, kept or removed
  --queue           have workers run it (npm run worker) and wait for the result (docs/operate/workers.md)
  --accept REASON   publish although the publish guard refuses; the reason is stored with the release
  --json            print one line of JSON per brand

Exit codes: 0 published or nothing to do, 1 unexpected error, 2 usage error or another run in progress, 3 the upstream failed,
4 refused by the publish guard, 5 published, but the web server in front has its old configuration (docs/operate/proxy.md),
6 published here, but not in the release store (docs/operate/release-store.md). The live release changes only with 0, 5 and 6.`,
  options: SWITCHES,
  run: rebuildBrands,
});
