import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { drawParts } from './architecture-picture.ts';
import { checkDependencies } from './dependencies.ts';
import { type Finding, formatFinding } from './finding.ts';
import { checkPart, fillPart, type GeneratedPart } from './generated-docs.ts';
import { checkImports, type Import } from './imports.ts';
import { checkLicenses } from './licenses.ts';
import { checkLinks } from './links.ts';
import { checkLoads, loadable } from './loads.ts';
import { checkLockfile } from './lockfile.ts';
import { readModules } from './modules.ts';
import { pageTables } from './page-tables.ts';
import { checkPlainFiles } from './plain-files.ts';
import { checkSizes } from './sizes.ts';

const REASONS = 'docs/develop/dependencies.md';
/** Folders that contain a package.json and a lockfile: the project and the admin page. */
const PACKAGES = ['', 'src/admin/ui/'];

/** Returns all findings in the project in `root`. With `write`, updates the generated parts of docs first. */
export async function findAll(root: string, { write = false } = {}): Promise<Finding[]> {
  const modules = await readModules(root, ['src', 'brands', 'scripts']);
  const manifests = await readAll(root, 'package.json');
  const lockfiles = await readAll(root, 'package-lock.json');
  const { findings, imports } = await checkImports(root);
  const generated = await checkGenerated(root, imports, write);
  return [
    ...findings,
    ...generated,
    ...checkSizes(modules),
    ...checkPlainFiles(modules),
    ...checkDependencies(manifests, await readFile(`${root}/${REASONS}`, 'utf8')),
    ...lockfiles.flatMap(({ file, text }) => checkLockfile(file, text)),
    ...(await checkLicenses(root)),
    ...(await checkLinks(root)),
    ...(await checkLoads(root, loadable(modules))),
  ];
}

/** Checks the parts of docs that are generated from the code. With `write`, updates them first. */
async function checkGenerated(root: string, imports: readonly Import[], write: boolean): Promise<Finding[]> {
  const { prerendered, rendered } = pageTables();
  const parts: GeneratedPart[] = [
    { file: 'docs/develop/architecture.md', name: 'picture:parts', text: drawParts(imports) },
    { file: 'docs/develop/routes.md', name: 'pages:prerendered', text: prerendered },
    { file: 'docs/develop/routes.md', name: 'pages:rendered', text: rendered },
  ];
  const findings: Finding[] = [];
  for (const part of parts) {
    const page = await readFile(`${root}/${part.file}`, 'utf8');
    const shown = write ? fillPart(page, part) : page;
    if (shown !== page) await writeFile(`${root}/${part.file}`, shown);
    findings.push(...checkPart(shown, part));
  }
  return findings;
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
