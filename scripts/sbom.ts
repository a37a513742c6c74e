import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '#src/lib/cli.ts';
import { writeAtomic } from '#src/lib/files.ts';
import { sbomOf } from './sbom/cyclonedx.ts';

const ROOT = join(import.meta.dirname, '..');

await runCommand({
  help: `Writes the list of all packages that this version is made of, as CycloneDX JSON (docs/develop/dependencies.md).

npm run sbom -- [--out FILE]

  --out FILE    default var/sbom.cdx.json; - is standard output

The same package-lock.json gives the same bytes.`,
  options: { out: { type: 'string', default: join('var', 'sbom.cdx.json') } },
  async run({ out }) {
    const lockfile = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
    const { description } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    const text = `${JSON.stringify(sbomOf(lockfile, description), null, 2)}\n`;
    if (out === '-') process.stdout.write(text);
    else await writeAtomic(out, text);
    if (out !== '-') process.stdout.write(`${out}\n`);
  },
});
