import { runCommand } from '#src/lib/cli.ts';
import { runBrand } from './programs/brand.ts';

await runCommand({
  help: `Makes, checks, shows and removes brands; docs/use/brands.md.

npm run brand -- new [--id ID] [--name NAME] [--colour COLOUR] [--host HOST]… [--locale CODE]… [--yes]
npm run brand -- check [--brand ID]
npm run brand -- preview --id ID [--only SCREEN]… [--port N]
npm run brand -- remove --id ID [--yes]

new writes a brand with palette and pictures made of one colour. On a terminal it asks for what is missing.
  --id ID            folder name, and ID.localhost
  --name NAME        what visitors see, in quotes
  --colour COLOUR    as CSS writes it: "#7a3cff", teal
  --host HOST        again for more; the first is canonical (default www.ID.example)
  --locale CODE      interface languages, en first; again for more (default en)
  --face NAME        of headings, a package of Fontsource (default outfit)
  --tagline TEXT     one sentence (default made of the name)
  --email ADDRESS    of the support (default support@HOST)
check looks through the brands as every command does that reads them: data, pictures and style sheet. It also warns of styles
  that minimum browsers ignore (Chrome 109, Firefox 115, Safari 16.4); warnings leave the exit code at 0.
  --brand ID         this brand alone, and what it shares with others
preview shows all screens side by side, day and night, phone and desktop, and takes them anew when a file of the brand changes.
  --only SCREEN      this screen, and again for more (scripts/screenshots/screens.ts names them)
  --port N           of the page, on this machine alone (default 4324)
remove takes away the brand's folder and all that it left: releases, snapshot, measurements, visitors' accounts.

  --yes              asks nothing
  --dry-run          says what new would write, or remove would take away
  --json             the result as JSON on standard output

Exit codes: 0 done, 1 check has found something, 2 wrong use, 5 removed, but the web server in front was not told.`,
  options: {
    id: { type: 'string' },
    name: { type: 'string' },
    colour: { type: 'string' },
    host: { type: 'string', multiple: true },
    locale: { type: 'string', multiple: true },
    face: { type: 'string' },
    tagline: { type: 'string' },
    email: { type: 'string' },
    brand: { type: 'string' },
    only: { type: 'string', multiple: true },
    port: { type: 'string' },
    yes: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
  positionals: true,
  run: ({ 'dry-run': dryRun, ...options }, action) => runBrand(action, { dryRun, ...options }),
});
