import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { checkPicture, drawParts, fillPicture } from './architecture-picture.ts';
import { checkDependencies } from './dependencies.ts';
import { type Finding, formatFinding } from './finding.ts';
import { checkImports } from './imports.ts';
import { checkLicenses } from './licenses.ts';
import { checkLinks } from './links.ts';
import { checkLoads, loadable } from './loads.ts';
import { checkLockfile } from './lockfile.ts';
import { readModules } from './modules.ts';
import { checkSizes } from './sizes.ts';

const ARCHITECTURE = 'docs/develop/architecture.md';

/** Everything the checks object to in the project at `root`. With `write` the picture of its parts is drawn anew first. */
export async function findAll(root: string, { write = false } = {}): Promise<Finding[]> {
  const modules = await readModules(root, ['src', 'brands', 'scripts']);
  const [manifest, reasons, lockfile] = await Promise.all(
    ['package.json', 'docs/develop/dependencies.md', 'package-lock.json'].map((file) =>
      readFile(`${root}/${file}`, 'utf8'),
    ),
  );
  const { findings, imports } = await checkImports(root);
  const picture = drawParts(imports);
  const architecture = await readFile(`${root}/${ARCHITECTURE}`, 'utf8');
  const shown = write ? fillPicture(architecture, picture) : architecture;
  if (shown !== architecture) await writeFile(`${root}/${ARCHITECTURE}`, shown);
  return [
    ...findings,
    ...checkPicture(ARCHITECTURE, shown, picture),
    ...checkSizes(modules),
    ...checkDependencies(manifest ?? '', reasons ?? ''),
    ...checkLockfile(lockfile ?? ''),
    ...(await checkLicenses(root)),
    ...(await checkLinks(root)),
    ...(await checkLoads(root, loadable(modules))),
  ];
}

if (import.meta.main) {
  const write = process.argv.includes('--write');
  const findings = await findAll(fileURLToPath(new URL('../..', import.meta.url)), { write });
  for (const finding of findings) process.stdout.write(formatFinding(finding));
  process.stdout.write(`checks: ${findings.length} findings\n`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
