import { runCommand } from '#src/lib/cli.ts';
import { doctor } from './programs/doctor.ts';

await runCommand({
  help: `Looks at an installation and says for each thing: fine, or what is wrong and what to do (docs/operate/doctor.md).

npm run doctor [-- --json]

It looks at Node and npm, the rights of the code and the state, free disk and inodes, the brands, the site's port, the store of the
embedded API, the upstream and its clock, each brand's snapshot, live release and last night, and the configuration of the web
server in front. It changes nothing. Run it as the user of the service, with the same environment.

  --json   {wrong, findings: [{check, brand, status, what, remedy}]} on standard output; status is fine, wrong or skipped

Exit codes: 0 nothing is wrong, 1 something is, 2 wrong use.`,
  options: { json: { type: 'boolean', default: false } },
  run: doctor,
});
