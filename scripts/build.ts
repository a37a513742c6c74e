import { runCommand } from '#src/lib/cli.ts';
import { buildStatic } from './programs/static-build.ts';

await runCommand({
  help: `Builds the prerendered pages of one brand by a plain "astro build", for any host of files.

npm run build -- --brand ID [--out FOLDER]

  --out FOLDER   replaced by the new build when that is complete; default dist/ID

Beside the pages stand _redirects (other spellings of their addresses) and _headers, as common hosts read them.
Novel pages, the reader and search are rendered on request and need "npm run site". The rebuild publishes the same
pages much faster where the site runs.`,
  options: { brand: { type: 'string' }, out: { type: 'string' } },
  async run({ brand, out }) {
    process.stdout.write(`${await buildStatic({ brand, out })}\n`);
  },
});
