import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '#src/lib/cli.ts';
import { writeAtomic } from '#src/lib/files.ts';
import { sbomOf } from './sbom/cyclonedx.ts';
import { withFolder } from './sbom/lockfile.ts';

const ROOT = join(import.meta.dirname, '..');
const ADMIN = 'src/admin/ui';
const readJson = async (file: string) => JSON.parse(await readFile(join(ROOT, file), 'utf8'));

await runCommand({
  help: `Writes a software bill of materials of this version, as CycloneDX JSON (docs/develop/dependencies.md).

npm run sbom -- [--out FILE]

  --out FILE    default var/sbom.cdx.json; - is standard output

Equal lockfiles, of the project and of the admin page (src/admin/ui), give identical files.`,
  options: { out: { type: 'string', default: join('var', 'sbom.cdx.json') } },
  async run({ out }) {
    const [lockfile, admin, { description }] = await Promise.all(
      ['package-lock.json', `${ADMIN}/package-lock.json`, 'package.json'].map(readJson),
    );
    const text = `${JSON.stringify(sbomOf(withFolder(lockfile, ADMIN, admin), description), null, 2)}\n`;
    if (out === '-') process.stdout.write(text);
    else await writeAtomic(out, text);
    if (out !== '-') process.stdout.write(`${out}\n`);
  },
});
