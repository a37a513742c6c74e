import { runCommand } from '#src/lib/cli.ts';
import { runAdmin } from './programs/admin.ts';

await runCommand({
  help: `Serves the admin of the embedded API to this machine until it is stopped (docs/operate/admin.md).

npm run admin -- [--port N]              N is LECTERN_ADMIN_PORT, else 4400; 0 takes any free port
npm run admin -- grant EMAIL ROLE        invites an address as editor, operator or owner, and prints the link; whoever
                                         accepted an invitation before gets the other role at once
npm run admin -- revoke EMAIL            removes the role with its sessions, and the invitation
npm run admin -- list                    the accounts with a role, and the open invitations
npm run admin -- install                 installs what the page is built from, which the first start does by itself
npm run admin -- plan [--brand ID]…      the pages of each live site that the next rebuild adds, changes and removes

  --accounts NAME  the group of brands whose account gets the role, where an address has several
  --json           the answer of grant, revoke, list and plan as JSON on standard output

Exit codes: 0 done, 1 unexpected, 2 wrong use, such as an unknown account.`,
  options: {
    port: { type: 'string' },
    brand: { type: 'string', multiple: true },
    accounts: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  positionals: true,
  run: (switches, positionals) => runAdmin(positionals, switches),
});
