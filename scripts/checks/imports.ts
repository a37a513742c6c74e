import type { Finding } from './finding.ts';
import { type Module, partOf, resolveImport } from './modules.ts';
import { reachServerCode } from './reach.ts';
import { BANNED_PACKAGES, MAY_IMPORT, PLAIN_NODE_PARTS } from './rules.ts';
import type { Import } from './scan.ts';

const TABLE = 'scripts/checks/rules.ts';

/** Judges the imports of all modules of src/, brands/ and scripts/ by the tables of rules.ts. */
export function judgeImports(modules: readonly Module[]): Finding[] {
  const judged = modules.filter(({ path }) => !path.endsWith('.d.ts'));
  return [...judged.flatMap(judgeModule), ...reachServerCode(judged)];
}

function judgeModule(module: Module): Finding[] {
  const part = partOf(module.path);
  if (part !== 'scripts' && !Object.hasOwn(MAY_IMPORT, part)) return [unknownPart(module.path, part)];
  return module.imports.flatMap((entry) => {
    const finding = judgeImport(module.path, part, entry);
    return finding ? [{ file: module.path, line: entry.line, ...finding }] : [];
  });
}

type Verdict = Pick<Finding, 'rule' | 'remedy'> | undefined;

function judgeImport(path: string, part: string, entry: Import): Verdict {
  return judgePlainNode(path, part, entry) ?? judgePackage(path, part, entry) ?? judgePart(path, part, entry);
}

function judgePlainNode(path: string, part: string, { specifier, typeOnly }: Import): Verdict {
  if (typeOnly || !PLAIN_NODE_PARTS.includes(part)) return undefined;
  const target = resolveImport(specifier, path);
  const needsVite = target.kind === 'virtual' || (target.kind === 'file' && /\.(astro|tsx)$/.test(target.path));
  if (!needsVite) return undefined;
  return {
    rule: `${part} is loaded by plain Node, and ${specifier} needs Vite`,
    remedy: 'Hand the value in from a page or the middleware instead.',
  };
}

function judgePackage(path: string, part: string, { specifier, typeOnly }: Import): Verdict {
  const target = resolveImport(specifier, path);
  if (typeOnly || target.kind !== 'package' || !BANNED_PACKAGES[part]?.includes(target.name)) return undefined;
  return { rule: `${part} must not import ${target.name}`, remedy: `See BANNED_PACKAGES in ${TABLE}.` };
}

function judgePart(path: string, part: string, { specifier, typeOnly }: Import): Verdict {
  const target = resolveImport(specifier, path);
  if (part === 'scripts' || target.kind !== 'file') return undefined;
  const other = partOf(target.path);
  const allowed = MAY_IMPORT[part] ?? [];
  if (other === part || allowed.some((entry) => admits(entry, target.path, typeOnly))) return undefined;
  const typesWouldDo = allowed.includes(`type ${other}`);
  return {
    rule: `${part} must not import ${typesWouldDo ? `values from ${other}` : `${other} (${specifier})`}`,
    remedy: `${part} may import: ${allowed.join(', ') || 'nothing'} (${TABLE}).`,
  };
}

/** @param entry of MAY_IMPORT */
function admits(entry: string, path: string, typeOnly: boolean): boolean {
  if (entry.startsWith('type ')) return typeOnly && admits(entry.slice('type '.length), path, true);
  if (!entry.includes('/')) return partOf(path) === entry;
  return path.startsWith(`src/${entry}.`) || path.startsWith(`src/${entry}/`);
}

function unknownPart(file: string, part: string): Finding {
  return {
    file,
    line: 1,
    rule: `there is no rule for what "${part}" may import`,
    remedy: `Add it to MAY_IMPORT in ${TABLE}, or move the file to a part that is there.`,
  };
}
