import { defineCommand } from '#src/lib/cli.ts';
import { checkUpstream, OPTIONS } from './check-upstream.ts';

export const command = defineCommand({
  help: `Checks an API against the contract and prints what is missing or wrong (docs/use/contract.md).

npm run contract -- --url URL [--section N] [--event N] [--call NAME…] [--write] [--json]

  --url URL      address with its prefix, e.g. https://api.example.com/freenovel_api
  --section N    content section to check (7)
  --event N      id of an existing help event, because no call lists them (1)
  --call NAME    check only this call; may be repeated
  --write        also check calls that change data: creates an account, counts a help
  --json         prints the number of calls as JSON, and details to standard error

Exit codes: 0 conforms, 1 a required call failed or an optional one is broken, 2 usage error, 3 the API does not answer.`,
  options: OPTIONS,
  run: checkUpstream,
});
