import type { Finding } from './finding.ts';

const EXACT_VERSION = /^\d+\.\d+\.\d+(-[\w.-]+)?$/;

export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * @param text of package.json
 * @param reasons text of docs/develop/dependencies.md: each runtime package begins a row of its table, in backticks
 */
export function checkDependencies(text: string, reasons: string): Finding[] {
  const manifest = JSON.parse(text) as Manifest;
  const runtime = Object.keys(manifest.dependencies ?? {});
  const explained = [...reasons.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] ?? '');
  return [
    ...checkVersions(manifest, text),
    ...runtime.filter((name) => !explained.includes(name)).map((name) => unexplained(name, text)),
    ...explained.filter((name) => !runtime.includes(name)).map((name) => stale(name, reasons)),
  ];
}

function checkVersions(manifest: Manifest, text: string): Finding[] {
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  return Object.entries(all)
    .filter(([, version]) => !EXACT_VERSION.test(version))
    .map(([name, version]) =>
      inManifest(
        text,
        `"${name}"`,
        `versions are exact, and ${name} is "${version}"`,
        'Write the version of package-lock.json.',
      ),
    );
}

function unexplained(name: string, text: string): Finding {
  return inManifest(
    text,
    `"${name}"`,
    `${name} has no reason`,
    `Add a row "| \`${name}\` | … |" to docs/develop/dependencies.md.`,
  );
}

function stale(name: string, reasons: string): Finding {
  const rule = `${name} is not in package.json's "dependencies"`;
  return {
    file: 'docs/develop/dependencies.md',
    line: lineOf(reasons, `\`${name}\``),
    rule,
    remedy: 'Remove its row.',
  };
}

function inManifest(text: string, needle: string, rule: string, remedy: string): Finding {
  // Names may stand in "overrides" too, before the dependencies.
  const line = lineOf(text, needle, text.indexOf('"dependencies"'));
  return { file: 'package.json', line, rule, remedy };
}

function lineOf(text: string, needle: string, from = 0): number {
  return text.slice(0, Math.max(0, text.indexOf(needle, from))).split('\n').length;
}
