import { defineCommand } from '#src/lib/cli.ts';
import { print } from '#src/lib/print.ts';

export const command = defineCommand({
  help: `Builds a complete site of one brand, for any static host (docs/operate/static-hosts.md).

npm run build -- --brand ID [--out FOLDER] [--prerendered]

  --out FOLDER    replaced when the new build is complete; default dist/ID
  --prerendered   builds only the pages that a release contains, with the same bytes; all others need "npm run site"

The folder also contains _redirects (for other spellings of addresses) and _headers, which common hosts read.
Sign-in, reports of mistakes and everything else that needs the API are left out.`,
  options: { brand: { type: 'string' }, out: { type: 'string' }, prerendered: { type: 'boolean' } },
  async run({ brand, out, prerendered = false }) {
    Object.assign(globalThis, { LECTERN_STATIC_SITE: !prerendered });
    // Imported now, because modules read the constant when they are loaded.
    const { buildStatic } = await import('./static-build.ts');
    print(`${await buildStatic({ brand, out, prerendered })}\n`);
  },
});
