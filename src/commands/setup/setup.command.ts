import { defineCommand } from '#src/lib/cli.ts';
import { runSetup } from './setup.ts';

export const command = defineCommand({
  help: `Sets up your own site: a brand, its languages, books and the first account (docs/use/first-site.md). In a terminal it asks
for everything that no option answers, and shows a summary before it writes anything. Afterwards npm start shows this site,
without demo brands and demo books. If setup is interrupted, run it again to continue.

npm run setup
npm run setup -- --yes --name NAME --colour COLOUR [--locale CODE]… [--books FOLDER] [--email ADDRESS]
npm run setup -- --books FOLDER          adds books to a site that is set up

  --name NAME        name of the site
  --id ID            folder of the brand, and ID.localhost (default derived from the name)
  --colour COLOUR    a CSS colour such as "#7a3cff" or teal
  --host HOST        domain; may be repeated, the main one first (default www.ID.example)
  --locale CODE      language; may be repeated, en first (default en)
  --logo FILE        SVG, WebP, AVIF or PNG (default drawn from the name)
  --cover FILE       cover of books that have none (default drawn)
  --tagline TEXT, --support-email ADDRESS   as in npm run brand -- new
  --books FOLDER     folder or file to import; --as book reads the folder as one book, --as books as a book per file
  --email ADDRESS    the first account, an owner of the admin
  --password-file F  file with its password, - for standard input; without it, an invitation link is printed
  --fresh            moves a store with demo books aside even if it also contains imported books or staff accounts
  --yes              does not ask
  --dry-run          shows what would be created
  --json             prints the result as JSON

Exit codes: 0 done or already set up, 1 set up but a book was not imported, 2 usage error and nothing was changed.`,
  options: {
    name: { type: 'string' },
    id: { type: 'string' },
    colour: { type: 'string' },
    host: { type: 'string', multiple: true },
    locale: { type: 'string', multiple: true },
    tagline: { type: 'string' },
    'support-email': { type: 'string' },
    logo: { type: 'string' },
    cover: { type: 'string' },
    books: { type: 'string' },
    as: { type: 'string' },
    email: { type: 'string' },
    'password-file': { type: 'string' },
    fresh: { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
  run: ({ 'support-email': supportEmail, 'password-file': passwordFile, 'dry-run': dryRun, ...options }) =>
    runSetup({ supportEmail, passwordFile, dryRun, ...options }),
});
