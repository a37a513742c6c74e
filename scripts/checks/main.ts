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
import { checkPlainFiles } from './plain-files.ts';
import { checkSizes } from './sizes.ts';

const ARCHITECTURE = 'docs/develop/architecture.md';
const REASONS = 'docs/develop/dependencies.md';
/** Folders with a package.json and a lockfile: the project, and the admin's page. */
const PACKAGES = ['', 'src/admin-ui/'];

/** Everything the checks object to in the project at `root`. With `write` the picture of its parts is drawn anew first. */
export async function findAll(root: string, { write = false } = {}): Promise<Finding[]> {
  const modules = await readModules(root, ['src', 'brands', 'scripts']);
  const manifests = await readAll(root, 'package.json');
  const lockfiles = await readAll(root, 'package-lock.json');
  const { findings, imports } = await checkImports(root);
  const picture = drawParts(imports);
  const architecture = await readFile(`${root}/${ARCHITECTURE}`, 'utf8');
  const shown = write ? fillPicture(architecture, picture) : architecture;
  if (shown !== architecture) await writeFile(`${root}/${ARCHITECTURE}`, shown);
  return [
    ...findings,
    ...checkPicture(ARCHITECTURE, shown, picture),
    ...checkSizes(modules),
    ...checkPlainFiles(modules),
    ...checkDependencies(manifests, await readFile(`${root}/${REASONS}`, 'utf8')),
    ...lockfiles.flatMap(({ file, text }) => checkLockfile(file, text)),
    ...(await checkLicenses(root)),
    ...(await checkLinks(root)),
    ...(await checkLoads(root, loadable(modules))),
  ];
}

const readAll = (root: string, name: string) =>
  Promise.all(
    PACKAGES.map(async (folder) => ({
      file: `${folder}${name}`,
      text: await readFile(`${root}/${folder}${name}`, 'utf8'),
    })),
  );

if (import.meta.main) {
  const write = process.argv.includes('--write');
  const findings = await findAll(fileURLToPath(new URL('../..', import.meta.url)), { write });
  for (const finding of findings) process.stdout.write(formatFinding(finding));
  process.stdout.write(`checks: ${findings.length} findings\n`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
