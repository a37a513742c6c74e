import { defineCommand } from '#src/lib/cli.ts';
import { doctor } from './doctor.ts';

export const command = defineCommand({
  help: `Checks an installation and reports for each part that it is fine, or what is wrong and what to do (docs/operate/doctor.md).

npm run doctor [-- --json]

It checks Node and npm, permissions of the code and the state, free disk space and inodes, the brands, the site's port, the store
of the embedded API, the upstream and its clock, each brand's snapshot, live release and last night, and the configuration of the
web server in front. It changes nothing. Run it as the user of the service, with the same environment.

  --json   {wrong, findings: [{check, brand, status, what, remedy}]} on standard output; status is fine, wrong or skipped

Exit codes: 0 nothing is wrong, 1 something is wrong, 2 usage error.`,
  options: { json: { type: 'boolean', default: false } },
  run: doctor,
});
