import { type Dirent, existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { basename, join, normalize } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import type { Config } from '#src/config/config.ts';
import { ConfigError, isMissing, messageOf } from '#src/lib/errors.ts';
import { isPlainFile, readPlain } from '#src/lib/plain-files.ts';
import type { BrandPicture } from './brand-picture.ts';
import { settleClaims } from './check/claims.ts';
import { fieldProblem, scriptProblem } from './check/data.ts';
import { type BrandProblem, problemText } from './check/problem.ts';
import { type OwnBrand, readLastGood } from './last-good.ts';
import { BrandData, PICTURES } from './schema.ts';
import { type Sibling, siblingsOf } from './siblings.ts';

/** A checked brand and the folder that it was read from. */
export interface Brand extends OwnBrand {
  /** The other brands of the installation. */
  readonly siblings?: readonly Sibling[];
  /** Pictures that replace files of the folder, by field (settings.ts). */
  readonly files?: Readonly<Record<string, BrandPicture>>;
}

/** A brand that cannot be loaded. */
export interface BrokenBrand {
  /** Name of the brand's folder. */
  readonly id: string;
  readonly problems: readonly BrandProblem[];
  /** Hosts that are known to belong to this brand. */
  readonly hosts: readonly string[];
  /** The last valid version of the brand; undefined if it was never recorded. */
  readonly lastGood?: Brand | undefined;
}

/** The brands of an installation. A broken brand does not affect the others. */
export interface BrandSet {
  /** Brands without problems, by id. */
  readonly sound: readonly Brand[];
  readonly broken: readonly BrokenBrand[];
  /**
   * The brands without problems, and the broken brands in their last valid state, by id. The releases of both stay
   * live, and pages of other brands link to them.
   */
  readonly served: readonly Brand[];
}

/**
 * Reads all `<brands>/<id>/brand.ts`.
 * @throws ConfigError if the folder cannot be read or contains no brand
 */
export async function readBrands({ brands: folder, state }: Pick<Config, 'brands' | 'state'>): Promise<BrandSet> {
  const entries = await inspectAll(folder, state);
  const sound = entries.flatMap(({ brand, problems }) => (brand && problems.length === 0 ? [brand] : []));
  const broken = entries.filter(({ problems }) => problems.length > 0);
  const served = [...sound, ...broken.flatMap(({ lastGood }) => lastGood ?? [])].sort((one, other) =>
    one.id < other.id ? -1 : 1,
  );
  const withSiblings = (brand: Brand): Brand => ({ ...brand, siblings: siblingsOf(brand, served) });
  return {
    sound: sound.map(withSiblings),
    broken: broken.map(({ id, problems, hosts, lastGood }) => ({
      id,
      problems,
      hosts,
      lastGood: lastGood && withSiblings(lastGood),
    })),
    served: served.map(withSiblings),
  };
}

/**
 * Reads all `<folder>/<id>/brand.ts`, by id, for commands that need every brand.
 * @throws ConfigError naming each file and line, the problem, and how to fix it
 */
export async function loadBrands(folder: string): Promise<readonly Brand[]> {
  const { brands, problems } = await inspectBrands(folder);
  if (problems.length > 0) throw new ConfigError(problems.map(problemText).join('\n'));
  return brands;
}

interface Inspected {
  /** Brands whose `brand.ts` is valid, by id. Other files of a brand may be invalid. */
  readonly brands: readonly Brand[];
  readonly problems: readonly BrandProblem[];
}

/**
 * Reads all `<folder>/<id>/brand.ts` with the files next to them and collects all problems.
 * @param state the state folder, which records the previous hosts of each brand
 * @throws ConfigError if the folder cannot be read or contains no brand
 */
export async function inspectBrands(folder: string, state?: string): Promise<Inspected> {
  const entries = await inspectAll(folder, state);
  const read = entries.flatMap(({ brand }) => (brand ? [brand] : []));
  return {
    brands: read.map((brand) => ({ ...brand, siblings: siblingsOf(brand, read) })),
    problems: entries.flatMap(({ problems }) => problems),
  };
}

interface Entry extends BrokenBrand {
  readonly brand?: Brand | undefined;
}

/** All brands of a folder with their problems, by id. */
async function inspectAll(folder: string, state: string | undefined): Promise<readonly Entry[]> {
  const ids = await brandFolders(folder);
  const loaded = await Promise.all(
    ids.map(async (id) => {
      const { brand, problems, hosts } = await inspectBrand(folder, id);
      const ownProblems = brand ? [...wrongId(brand), ...unknownOwner(brand, ids)] : [];
      return { id, brand, hosts, problems: [...problems, ...ownProblems] };
    }),
  );
  const before = new Map<string, OwnBrand>();
  for (const id of state === undefined ? [] : ids) {
    const brand = await readLastGood(state ?? '', id);
    if (brand) before.set(id, brand);
  }
  const sound = loaded.flatMap(({ brand, problems }) => (brand && problems.length === 0 ? [brand] : []));
  const { owners, problems } = settleClaims(sound, before);
  const isFree = (id: string) => (value: string) => (owners.get(value) ?? id) === id;
  return loaded.map((entry) => {
    const { id, brand } = entry;
    const all = [...entry.problems, ...problems.filter(({ file }) => file === brandFile(folder, id))];
    const lastGood = all.length > 0 ? servable(before.get(id), isFree(id)) : undefined;
    return { id, brand, problems: all, hosts: entry.hosts.filter(isFree(id)), lastGood };
  });
}

/** Returns the brand with only those hosts that no other brand has claimed since; undefined if no host is left. */
function servable(brand: OwnBrand | undefined, isFree: (value: string) => boolean): OwnBrand | undefined {
  const hosts = brand?.hosts.filter(isFree) ?? [];
  return brand && hosts.length > 0 && isFree(brand.apiPrefix) ? { ...brand, hosts } : undefined;
}

/** @throws ConfigError if the brand does not exist or is broken */
export function brandById(brands: readonly Brand[] | BrandSet, id: string): Brand {
  const { sound, broken } = 'sound' in brands ? brands : { sound: brands, broken: [] };
  const brand = sound.find((candidate) => candidate.id === id);
  if (brand) return brand;
  const match = broken.find((candidate) => candidate.id === id);
  if (match) throw new ConfigError(match.problems.map(problemText).join('\n'));
  const ids = [...sound, ...broken].map((candidate) => candidate.id).join(', ');
  throw new ConfigError(`There is no brand "${id}". The brands are: ${ids}.`);
}

const lent = new Set<string>();

/** Lets brands outside the project import `#src/…`. Such an import resolves to the project whose command is running. */
function resolveProjectImports(folder: string): void {
  const project = pathToFileURL(join(process.cwd(), '/')).href;
  const home = pathToFileURL(join(folder, '/')).href;
  if (home.startsWith(project) || lent.has(home)) return;
  lent.add(home);
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith('#src/') && context.parentURL?.startsWith(home)
        ? next(new URL(specifier.slice(1), project).href, context)
        : next(specifier, context),
  });
}

/**
 * Sorted names of the brand folders. Skips names that begin with a dot, because those brands are still being written.
 * @throws ConfigError if the folder cannot be read or contains no brand
 */
export async function brandFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause) => {
    throw new ConfigError(`The brands' folder ${folder} cannot be read: ${messageOf(cause)}. Set LECTERN_BRANDS.`, {
      cause,
    });
  });
  const ids = entries.filter(isBrandFolder).map(({ name }) => name);
  if (ids.length === 0)
    throw new ConfigError(
      `The brands' folder ${folder} contains no brand. Create one with npm run brand -- new, or add <id>/brand.ts.`,
    );
  return ids.sort();
}

const isBrandFolder = (entry: Dirent) => entry.isDirectory() && !entry.name.startsWith('.');

/** Whether the folder contains no brand yet, or does not exist. */
export async function lacksBrands(folder: string): Promise<boolean> {
  const entries = existsSync(folder) ? await readdir(folder, { withFileTypes: true }) : [];
  return !entries.some(isBrandFolder);
}

interface InspectedBrand {
  readonly brand?: Brand;
  readonly problems: BrandProblem[];
  /** Hosts that belong to this brand even if it is broken. */
  readonly hosts: readonly string[];
}

const brandFile = (folder: string, name: string) => join(folder, name, 'brand.ts');

/** Reads only the brand in `<folder>/<name>`, even if its id is different, and collects all problems. */
export async function inspectBrand(folder: string, name: string): Promise<InspectedBrand> {
  resolveProjectImports(folder);
  const file = brandFile(folder, name);
  let hosts = [`${name}.localhost`];
  try {
    const data = await importData(file);
    hosts = [...hosts, ...hostsIn(data)];
    const source = await readFile(file, 'utf8');
    const checked = v.safeParse(BrandData, data);
    if (!checked.success)
      return { hosts, problems: checked.issues.map((issue) => ({ file, ...fieldProblem(issue, source) })) };
    const brand = { ...checked.output, folder: join(folder, name) };
    const files = await Promise.all([...PICTURES.map((field) => pictureOf(brand, field)), layoutOf(brand)]);
    return { brand, hosts, problems: files.flat() };
  } catch (error) {
    return { hosts, problems: [{ file, ...scriptProblem(error) }] };
  }
}

const MAX_LOAD_MS = 10_000;

/**
 * Imports the data that a `brand.ts` exports. Has a time limit, because awaiting a promise that never settles would end
 * the whole process.
 */
async function importData(file: string): Promise<unknown> {
  const stop = new AbortController();
  const late = wait(MAX_LOAD_MS, undefined, { signal: stop.signal }).then(() => {
    throw new Error(`It was not loaded within ${MAX_LOAD_MS / 1000} seconds`);
  });
  late.catch(() => {});
  const module: Promise<{ default?: unknown }> = import(/* @vite-ignore */ pathToFileURL(file).href);
  try {
    return (await Promise.race([module, late])).default;
  } finally {
    stop.abort();
  }
}

/** Reads the hosts from data that may be invalid. */
function hostsIn(data: unknown): string[] {
  const { hosts } = v.is(v.looseObject({ hosts: v.array(v.string()) }), data) ? data : { hosts: [] };
  return hosts;
}

function wrongId({ id, folder }: Brand): BrandProblem[] {
  const name = basename(folder);
  if (id === name) return [];
  return [
    { file: join(folder, 'brand.ts'), message: `id: is "${id}" but the folder is "${name}". Make them the same.` },
  ];
}

async function pictureOf(brand: Brand, field: (typeof PICTURES)[number]): Promise<BrandProblem[]> {
  const file = join(brand.folder, brand[field]);
  isPlainFile(brand.folder, normalize(brand[field]));
  // Imported here, because the site bundle includes this module but does not check brands.
  const { checkPicture } = await import('./check/picture.ts');
  return (await checkPicture(file, field)).map((finding) => ({ file, ...finding }));
}

async function layoutOf({ folder }: Brand): Promise<BrandProblem[]> {
  const file = join(folder, 'layout.css');
  const css = await readPlain(folder, 'layout.css').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw error;
  });
  const { checkStyleSheet } = await import('./check/style-sheet.ts');
  return checkStyleSheet(css.toString()).map((finding) => ({ file, ...finding }));
}

/** @param ids ids of all brands, including broken ones */
const unknownOwner = ({ id, folder, canonicalOwner }: Brand, ids: readonly string[]): BrandProblem[] =>
  canonicalOwner === undefined || (canonicalOwner !== id && ids.includes(canonicalOwner))
    ? []
    : [
        {
          file: join(folder, 'brand.ts'),
          message: `canonicalOwner: is "${canonicalOwner}", which is not another brand. Name one, or omit the field.`,
        },
      ];
