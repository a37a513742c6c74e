import type { Finding } from './finding.ts';

/**
 * Matches an exact version, such as `1.2.3`, or `npm:name@1.2.3` for a package that is installed under another name.
 */
const EXACT_VERSION = /^(?:npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/;

export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A package.json file. */
export interface ManifestFile {
  readonly file: string;
  readonly text: string;
}

/**
 * @param manifests all package.json files of the project
 * @param reasons text of docs/develop/dependencies.md, where each runtime package starts a table row, in backticks
 */
export function checkDependencies(manifests: readonly ManifestFile[], reasons: string): Finding[] {
  const explained = [...reasons.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] ?? '');
  const runtimes = manifests.map((manifest) => Object.keys(parse(manifest).dependencies ?? {}));
  return [
    ...manifests.flatMap(checkVersions),
    ...manifests.flatMap((manifest, at) =>
      (runtimes[at] ?? []).filter((name) => !explained.includes(name)).map((name) => unexplained(name, manifest)),
    ),
    ...explained.filter((name) => !runtimes.flat().includes(name)).map((name) => stale(name, reasons)),
  ];
}

const parse = ({ text }: ManifestFile) => JSON.parse(text) as Manifest;

function checkVersions(manifest: ManifestFile): Finding[] {
  const { dependencies, devDependencies, optionalDependencies } = parse(manifest);
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !EXACT_VERSION.test(version))
    .map(([name, version]) =>
      inManifest(
        manifest,
        `"${name}"`,
        `versions must be exact, but ${name} is "${version}"`,
        'Write the version of package-lock.json.',
      ),
    );
}

function unexplained(name: string, manifest: ManifestFile): Finding {
  return inManifest(
    manifest,
    `"${name}"`,
    `docs/develop/dependencies.md has no reason for ${name}`,
    `Add a row "| \`${name}\` | … |" to docs/develop/dependencies.md.`,
  );
}

function stale(name: string, reasons: string): Finding {
  const rule = `${name} is in no package.json's "dependencies"`;
  return {
    file: 'docs/develop/dependencies.md',
    line: lineOf(reasons, `\`${name}\``),
    rule,
    remedy: 'Remove its row.',
  };
}

function inManifest({ file, text }: ManifestFile, needle: string, rule: string, remedy: string): Finding {
  // Starts at "dependencies", because names may also occur before it, in "overrides".
  const line = lineOf(text, needle, text.indexOf('"dependencies"'));
  return { file, line, rule, remedy };
}

function lineOf(text: string, needle: string, from = 0): number {
  return text.slice(0, Math.max(0, text.indexOf(needle, from))).split('\n').length;
}
