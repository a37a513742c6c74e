import { defineCommand } from '#src/lib/cli.ts';
import { print } from '#src/lib/print.ts';
import { buildStatic } from './static-build.ts';

export const command = defineCommand({
  help: `Builds the prerendered pages of one brand with a plain "astro build", for any static host.

npm run build -- --brand ID [--out FOLDER]

  --out FOLDER   replaced when the new build is complete; default dist/ID

The folder also contains _redirects (for other spellings of addresses) and _headers, which common hosts read.
Novel pages, the reader and search are rendered on request and need "npm run site". If the site runs anyway, the rebuild
publishes the same pages much faster.`,
  options: { brand: { type: 'string' }, out: { type: 'string' } },
  async run({ brand, out }) {
    print(`${await buildStatic({ brand, out })}\n`);
  },
});
