import { defineCommand } from '#src/lib/cli.ts';
import { runAdmin } from './admin.ts';

export const command = defineCommand({
  help: `Serves the admin of the embedded API on this machine until it is stopped (docs/operate/admin.md). On an installation without
a site and staff accounts, it first prints a link to set up the site in a browser (docs/use/first-site.md).

npm run admin -- [--port N]              default LECTERN_ADMIN_PORT, else 4400; 0 takes any free port
npm run admin -- grant EMAIL ROLE        invites an address as editor, operator or owner, and prints the link; an
                                         account that accepted an invitation gets its new role at once
npm run admin -- revoke EMAIL            removes the role, its sessions and any invitation
npm run admin -- list                    lists the accounts with a role and the open invitations
npm run admin -- install                 installs the packages of the admin page, as the first start does
npm run admin -- plan [--brand ID]…      lists the pages of each live site that the next rebuild adds, changes or removes

  --accounts NAME  the group of brands whose account gets the role, if an address has several accounts
  --json           prints the result of grant, revoke, list and plan as JSON

Exit codes: 0 done, 1 unexpected, 2 usage error, such as an unknown account.`,
  options: {
    port: { type: 'string' },
    brand: { type: 'string', multiple: true },
    accounts: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  positionals: true,
  run: (switches, positionals) => runAdmin(positionals, switches),
});
