import { runCommand } from '#src/lib/cli.ts';
import { checkUpstream, OPTIONS } from './contract/check-upstream.ts';

await runCommand({
  help: `Checks an API by the contract and prints what it lacks; docs/use/contract.md describes the contract.

npm run contract -- --url URL [--section N] [--event N] [--call NAME…] [--write] [--json]

  --url URL      address with its prefix, e.g. https://api.example.com/freenovel_api
  --section N    content section to check (7)
  --event N      id of a help event there, as no list shows them (1)
  --call NAME    check this call alone; may be repeated
  --write        check calls that change something too: makes an account, counts a help
  --json         numbers of calls as JSON on standard output, the details on standard error

Exit codes: 0 it conforms, 1 a required call failed or an optional one is broken, 2 wrong use, 3 nothing answers.`,
  options: OPTIONS,
  run: checkUpstream,
});
