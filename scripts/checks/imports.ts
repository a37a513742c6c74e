import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  cruise,
  type IConfiguration,
  type ICruiseOptions,
  type ICruiseResult,
  type IViolation,
} from 'dependency-cruiser';
import ts from 'typescript';
import rules from '../../.dependency-cruiser.mjs';
import { linkPackages } from '../testing/link-packages.ts';
import type { Finding } from './finding.ts';

const CHECKED_FOLDERS = ['src', 'brands', 'scripts'];
const CODE = /\.(ts|tsx|mjs|js|astro)$/;
const NOT_COPIED = new Set(['node_modules', '.git', 'var', 'dist', '.astro', 'docs', 'public', 'test-results']);

/** An import of a file or package by a file in src/, brands/ or scripts/. Paths are relative to the project's root. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/**
 * Checks the imports of the project in `root`, using dependency-cruiser with the rules in .dependency-cruiser.mjs.
 *
 * dependency-cruiser does not read .astro files. It therefore gets a copy of the project in which each `X.astro` is an
 * `X.astro.ts` with its frontmatter and module scripts.
 *
 * @returns violations of the rules, and all imports including type imports
 */
export async function checkImports(root: string): Promise<{ findings: Finding[]; imports: Import[] }> {
  const copy = await mkdtemp(join(tmpdir(), 'lectern-imports-'));
  try {
    await copyProject(root, copy);
    const { forbidden = [], options = {} } = rules;
    const reach = forbidden.filter((rule) => 'to' in rule && rule.to !== undefined && 'reachable' in rule.to);
    const direct = forbidden.filter((rule) => !reach.includes(rule));
    const all = await cruiseCode(copy, { forbidden: direct, options });
    // Type imports are removed first, because they cannot bring server code into a browser.
    await rewriteCode(copy, withoutTypeImports);
    const values = await cruiseCode(copy, { forbidden: reach, options });
    const violations = [...all.summary.violations, ...values.summary.violations];
    return {
      findings: violations.map((violation) => toFinding(violation, forbidden)),
      imports: all.modules.flatMap(({ source, dependencies }) =>
        dependencies.map(({ resolved }) => ({ from: sourceOf(source), to: sourceOf(resolved) })),
      ),
    };
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function copyProject(root: string, copy: string): Promise<void> {
  const filter = (source: string) => basename(source) !== 'node_modules';
  for (const name of await readdir(root)) {
    if (!NOT_COPIED.has(name)) await cp(join(root, name), join(copy, name), { recursive: true, filter });
  }
  await linkPackages(root, copy);
  await rewriteCode(copy, (text, file) =>
    (file.endsWith('.astro') ? codeOfAstro(text) : text).replaceAll(/(\.astro)(['"])/g, '$1.ts$2'),
  );
  for (const file of await codeFiles(copy)) if (file.endsWith('.astro')) await rename(file, `${file}.ts`);
}

async function rewriteCode(copy: string, rewrite: (text: string, file: string) => string): Promise<void> {
  for (const file of await codeFiles(copy)) {
    const text = await readFile(file, 'utf8');
    const code = rewrite(text, file);
    if (code !== text) await writeFile(file, code);
  }
}

async function codeFiles(copy: string): Promise<string[]> {
  const entries = await readdir(copy, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Removes `import type` and `export type … from`, the only imports that the compiler removes (`verbatimModuleSyntax`).
 */
function withoutTypeImports(text: string, file: string): string {
  const statements = ts
    .createSourceFile(file, text, ts.ScriptTarget.Latest)
    .statements.filter(
      (statement) =>
        (ts.isImportDeclaration(statement) && statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) ||
        (ts.isExportDeclaration(statement) && statement.isTypeOnly),
    );
  return statements.reduceRight((rest, { pos, end }) => rest.slice(0, pos) + rest.slice(end), text);
}

/** Extracts the TypeScript code of an .astro file. Each line keeps its number, and all other lines are blank. */
export function codeOfAstro(text: string): string {
  const parts = [/^\s*---\n([\s\S]*?)\n---/g, /<script(?![^>]*\bis:inline)[^>]*>([\s\S]*?)<\/script>/g];
  const ranges = parts.flatMap((part) =>
    [...text.matchAll(part)].map((match) => {
      const code = match[1] ?? '';
      const start = match.index + match[0].lastIndexOf(code);
      return [start, start + code.length] as const;
    }),
  );
  return text.replace(/[^\n]/g, (character, at: number) =>
    ranges.some(([start, end]) => at >= start && at < end) ? character : ' ',
  );
}

async function cruiseCode(folder: string, { options, ...ruleSet }: IConfiguration): Promise<ICruiseResult> {
  const cruiseOptions: ICruiseOptions = { ...options, ruleSet, validate: true, baseDir: folder };
  const present = await readdir(folder);
  const folders = CHECKED_FOLDERS.filter((name) => present.includes(name));
  const { output } = await cruise(folders, cruiseOptions);
  return output as ICruiseResult;
}

function toFinding({ from, to, rule, cycle, via }: IViolation, all: NonNullable<IConfiguration['forbidden']>): Finding {
  const steps = (cycle ?? via ?? [{ name: to }]).map(({ name }) => name);
  return {
    file: sourceOf(from),
    line: 1,
    rule: `${rule.name}: ${[from, ...steps].map(sourceOf).join(' -> ')}`,
    remedy: all.find(({ name }) => name === rule.name)?.comment ?? '',
  };
}

const sourceOf = (path: string) => (basename(path).endsWith('.astro.ts') ? path.slice(0, -'.ts'.length) : path);
