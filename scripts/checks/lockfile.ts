import type { Finding } from './finding.ts';

/**
 * The lowest versions without a publicly known vulnerability, for packages that read data from visitors, books or
 * upstreams. For each new advisory, add a line here or increase its version (docs/develop/dependencies.md).
 */
export const FLOORS: Readonly<Record<string, readonly [version: string, advisory: string]>> = {
  astro: ['5.15.8', 'CVE-2025-64764'],
  cookie: ['0.7.0', 'CVE-2024-47764'],
  devalue: ['5.3.2', 'CVE-2025-57820'],
  esbuild: ['0.25.0', 'GHSA-67mh-4wv8-2f99'],
  fastify: ['5.3.2', 'CVE-2025-32442'],
  'find-my-way': ['9.0.1', 'CVE-2024-45813'],
  'http-cache-semantics': ['4.1.1', 'CVE-2022-25881'],
  jose: ['4.15.5', 'CVE-2024-28176'],
  'js-yaml': ['4.1.1', 'CVE-2025-64718'],
  minimist: ['1.2.6', 'CVE-2021-44906'],
  nanoid: ['3.3.8', 'CVE-2024-55565'],
  nodemailer: ['7.0.7', 'CVE-2025-13033'],
  'nth-check': ['2.0.1', 'CVE-2021-3803'],
  postcss: ['8.4.31', 'CVE-2023-44270'],
  'sanitize-html': ['2.12.1', 'CVE-2024-21501'],
  semver: ['7.5.2', 'CVE-2022-25883'],
  send: ['0.19.0', 'CVE-2024-43799'],
  sharp: ['0.32.6', 'CVE-2023-4863'],
  undici: ['7.5.0', 'CVE-2025-47279'],
};

const REGISTRY = 'https://registry.npmjs.org/';
const SHA512 = /^sha512-[\w+/]{86}==$/;

interface LockedPackage {
  /** Name of the package, if it is installed under another one. */
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
}

/**
 * Checks that the lockfile has a hash and a URL in the registry for every package, and that no package is older than
 * its minimum version.
 * @param text content of the package-lock.json at `file`
 */
export function checkLockfile(file: string, text: string, floors = FLOORS): Finding[] {
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> };
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .flatMap(([path, entry]) =>
      problemsOf(path, entry, floors).map((problem) => ({ ...problem, file, line: lineOf(text, path) })),
    );
}

function problemsOf(path: string, entry: LockedPackage, floors: typeof FLOORS) {
  const { version = '', integrity = '', resolved } = entry;
  const problems: Pick<Finding, 'rule' | 'remedy'>[] = [];
  if (!SHA512.test(integrity))
    problems.push({
      rule: `${path} has no SHA-512`,
      remedy: 'Install it from the registry: npm writes its integrity.',
    });
  if (resolved === undefined)
    problems.push({
      rule: `${path} has no URL, so npm also downloads the list of all its versions`,
      remedy: `Add to its entry: "resolved": "${urlOf(entry.name ?? nameOf(path), version)}".`,
    });
  else if (!resolved.startsWith(REGISTRY))
    problems.push({ rule: `${path} comes from ${resolved}`, remedy: `Install it from ${REGISTRY}.` });
  const [floor, advisory] = floors[nameOf(path)] ?? [];
  if (floor !== undefined && isOlder(version, floor))
    problems.push({
      rule: `${path} is ${version}, which has ${advisory}; it is fixed in ${floor}`,
      remedy: 'Update the package that needs it, or set the version in "overrides" of package.json.',
    });
  return problems;
}

/** Name of a package at a path such as `node_modules/a/node_modules/@b/c`. */
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

const urlOf = (name: string, version: string) =>
  `${REGISTRY}${name}/-/${name.slice(name.indexOf('/') + 1)}-${version}.tgz`;

function isOlder(version: string, floor: string): boolean {
  const [have, least] = [version, floor].map((text) => (text.split('-')[0] ?? '').split('.').map(Number));
  const differing = least?.findIndex((part, index) => part !== have?.[index]) ?? -1;
  return differing >= 0 && !((have?.[differing] ?? 0) > (least?.[differing] ?? 0));
}

const lineOf = (text: string, path: string) => text.slice(0, Math.max(0, text.indexOf(`"${path}"`))).split('\n').length;
