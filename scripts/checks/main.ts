import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { judgeDependencies } from './dependencies.ts';
import { type Finding, formatFinding } from './finding.ts';
import { judgeImports } from './imports.ts';
import { judgeLoads, loadable } from './loads.ts';
import { readModules } from './modules.ts';
import { judgeSizes } from './sizes.ts';

/** Everything the checks object to in the project at `root`. */
export async function findAll(root: string): Promise<Finding[]> {
  const modules = await readModules(root, ['src', 'brands', 'scripts']);
  const [manifest, reasons] = await Promise.all(
    ['package.json', 'docs/dependencies.md'].map((file) => readFile(`${root}/${file}`, 'utf8')),
  );
  return [
    ...judgeImports(modules),
    ...judgeSizes(modules),
    ...judgeDependencies(manifest ?? '', reasons ?? '', modules),
    ...(await judgeLoads(root, loadable(modules))),
  ];
}

if (import.meta.main) {
  const findings = await findAll(fileURLToPath(new URL('../..', import.meta.url)));
  for (const finding of findings) process.stdout.write(formatFinding(finding));
  process.stdout.write(`checks: ${findings.length} findings\n`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
