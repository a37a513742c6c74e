import { LecternError } from '#src/lib/errors.ts';

/**
 * A package-lock.json, version 3: packages by their path, such as `node_modules/a/node_modules/b`. The paths '' and
 * `src/admin/ui` are our own packages.
 */
export interface Lockfile {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface LockedPackage {
  readonly version?: string;
  /** Licence of the package, as an SPDX expression. */
  readonly license?: string;
  /** `sha512-`, followed by the hash in base64. */
  readonly integrity?: string;
  /** Whether only tests and builds need the package. */
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A version of a package, regardless of where and how often it is installed. */
export interface RuntimePackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** SHA-512 of the archive, in hexadecimal. */
  readonly sha512: string;
  /** Whether only some machines or features need the package. */
  readonly isOptional: boolean;
  /** Keys (`name@version`) of the packages that this package needs. */
  readonly needs: readonly string[];
}

/** Matches development packages whose content browsers load: fonts and icons. */
const PUBLISHED = /^(?:@fontsource\/.+|lucide-static)$/;
const FOLDER = 'node_modules/';

const isOwn = (path: string) => !path.includes(FOLDER);

/** Adds the lockfile of a subfolder that has its own packages. */
export function withFolder(lockfile: Lockfile, folder: string, { packages }: Lockfile): Lockfile {
  const moved = Object.entries(packages).map(([path, entry]) => [path === '' ? folder : `${folder}/${path}`, entry]);
  return { ...lockfile, packages: { ...lockfile.packages, ...Object.fromEntries(moved) } };
}

/** Keys of the packages that our code needs directly. */
export const neededByUs = ({ packages }: Lockfile): string[] =>
  unique(
    Object.keys(packages)
      .filter(isOwn)
      .flatMap((path) => neededBy(path, packages)),
  );

const nameOf = (path: string) => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
export const keyOf = ({ name, version }: Pick<RuntimePackage, 'name' | 'version'>): string => `${name}@${version}`;

/**
 * Lists all packages whose code runs or is served, sorted by name and version.
 * @throws LecternError if the lockfile lacks the version, licence or hash of a package
 */
export function runtimePackages({ packages }: Lockfile): RuntimePackage[] {
  const byKey = new Map<string, RuntimePackage>();
  for (const [path, entry] of Object.entries(packages)) {
    if (isOwn(path) || (entry.dev && !PUBLISHED.test(nameOf(path)))) continue;
    const found = read(path, entry, packages);
    const same = byKey.get(keyOf(found));
    byKey.set(keyOf(found), same ? merged(same, found) : found);
  }
  return [...byKey.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

function read(path: string, entry: LockedPackage, packages: Lockfile['packages']): RuntimePackage {
  const { version, license, integrity = '', optional = false, devOptional = false } = entry;
  const [, hash] = /^sha512-(\S+)$/.exec(integrity) ?? [];
  const missing = { version, license, 'SHA-512': hash };
  const lacks = Object.entries(missing).filter(([, value]) => value === undefined || value === '');
  if (version === undefined || license === undefined || hash === undefined || lacks.length > 0) {
    const what = lacks.map(([name]) => name).join(' or ');
    throw new LecternError('SBOM', `package-lock.json has no ${what} for ${path}. Install the package again.`);
  }
  return {
    name: nameOf(path),
    version,
    license,
    sha512: Buffer.from(hash, 'base64').toString('hex'),
    isOptional: optional || devOptional,
    needs: neededBy(path, packages),
  };
}

const merged = (a: RuntimePackage, b: RuntimePackage): RuntimePackage => ({
  ...a,
  isOptional: a.isOptional && b.isOptional,
  needs: unique([...a.needs, ...b.needs]),
});

/**
 * Keys of the packages that the package at a path depends on, found as Node finds them: first in the package's own
 * folder, then above it.
 */
function neededBy(path: string, packages: Lockfile['packages']): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  const found = names.flatMap((name) => {
    const at = foldersAbove(path)
      .map((folder) => folder + FOLDER + name)
      .find((candidate) => candidate in packages);
    const entry = at === undefined ? undefined : packages[at];
    if (!entry?.version || (entry.dev && !PUBLISHED.test(name))) return [];
    return [keyOf({ name, version: entry.version })];
  });
  return unique(found);
}

/**
 * Returns the folders in which Node looks for packages that `path` requires: its own folder, then each package folder
 * above it, and last the root ('').
 */
function foldersAbove(path: string): string[] {
  if (path === '') return [''];
  return [`${path}/`, ...foldersAbove(path.slice(0, Math.max(0, path.lastIndexOf(`/${FOLDER}`))))];
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const unique = (keys: readonly string[]) => [...new Set(keys)].sort(compare);
