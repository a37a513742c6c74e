import { defineCommand } from '#src/lib/cli.ts';
import { runBrand } from './brand.ts';

export const command = defineCommand({
  help: `Creates, checks, previews, exports and removes brands (docs/use/brands.md).

npm run brand -- new [--id ID] [--name NAME] [--colour COLOUR] [--host HOST]… [--locale CODE]… [--yes]
npm run brand -- check [--brand ID]
npm run brand -- preview --id ID [--only SCREEN]… [--port N]
npm run brand -- export --id ID
npm run brand -- remove --id ID [--yes]

new creates a brand with a palette and pictures derived from one colour. In a terminal it asks for missing options.
  --id ID            folder name, and ID.localhost
  --name NAME        the name that visitors see, in quotes
  --colour COLOUR    a CSS colour such as "#7a3cff" or teal
  --host HOST        may be repeated; the first is canonical (default www.ID.example)
  --locale CODE      interface language; may be repeated, en first (default en)
  --face NAME        font of headings, a Fontsource package (default outfit)
  --tagline TEXT     one sentence (default derived from the name)
  --email ADDRESS    support address (default support@HOST)
check validates data, pictures and style sheets of the brands, as every command that reads them does. It also warns about
  styles that minimum browsers ignore (Chrome 109, Firefox 115, Safari 16.4); warnings leave the exit code at 0.
  --brand ID         only this brand, and what it shares with others
preview shows all screens side by side, day and night, phone and desktop, and retakes them when a file of the brand changes.
  --only SCREEN      only this screen; may be repeated (scripts/screenshots/screens.ts lists them)
  --port N           port of the page, on this machine only (default 4324)
export writes pictures that were set in the admin into the brand's folder, and prints the fields to copy into its brand.ts.
remove deletes the brand's folder and all its data: releases, snapshot, measurements, visitors' accounts.

  --yes              does not ask
  --dry-run          prints what new would write or remove would delete
  --json             prints the result as JSON

Exit codes: 0 done, 1 check has findings, 2 usage error, 5 removed, but the web server in front still has its old configuration.`,
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
