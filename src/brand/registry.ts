import { readdir, readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { basename, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { ConfigError, isMissing, messageOf } from '#src/lib/errors.ts';
import { isPlainFile, readPlain } from '#src/lib/plain-files.ts';
import { fieldProblem, scriptProblem } from './check/data.ts';
import { type BrandProblem, problemText } from './check/problem.ts';
import { BrandData, PICTURES } from './schema.ts';
import { type Sibling, siblingsOf } from './siblings.ts';

/** A checked brand and the folder it came from. */
export interface Brand extends BrandData {
  /** Absolute path of `brands/<id>`. */
  readonly folder: string;
  /** The other brands of the installation. */
  readonly siblings?: readonly Sibling[];
}

/**
 * Reads every `<folder>/<id>/brand.ts`, by id.
 * @throws ConfigError naming each file, line, what is wrong and how to mend it
 */
export async function loadBrands(folder: string): Promise<readonly Brand[]> {
  const { brands, problems } = await inspectBrands(folder);
  if (problems.length > 0) throw new ConfigError(problems.map(problemText).join('\n'));
  return brands;
}

interface Inspected {
  /** Those whose `brand.ts` is right, by id, also where a file beside it is not. */
  readonly brands: readonly Brand[];
  readonly problems: readonly BrandProblem[];
}

/**
 * Reads every `<folder>/<id>/brand.ts` with the files beside it, and says all that is wrong with them.
 * @throws ConfigError where the folder cannot be read or holds no brand
 */
export async function inspectBrands(folder: string): Promise<Inspected> {
  resolveProjectImports(folder);
  const ids = await brandFolders(folder);
  const loaded = await Promise.all(ids.map((id) => inspectBrand(folder, id)));
  const read = loaded.flatMap(({ brand }) => (brand ? [brand] : []));
  const problems = [
    ...loaded.flatMap((entry) => entry.problems),
    ...read.flatMap(wrongId),
    ...sharedValues(read),
    ...unknownOwners(read),
  ];
  return { brands: read.map((brand) => ({ ...brand, siblings: siblingsOf(brand, read) })), problems };
}

/** @throws ConfigError when there is no such brand */
export function brandById(brands: readonly Brand[], id: string): Brand {
  const brand = brands.find((candidate) => candidate.id === id);
  if (brand) return brand;
  const known = brands.map((candidate) => candidate.id).join(', ');
  throw new ConfigError(`There is no brand "${id}". The brands are: ${known}.`);
}

const lent = new Set<string>();

/** Lets brands outside the project import `#src/…`, resolved from the project of the running command. */
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

/** Names of the folders in a folder of brands, in order; one that begins with a dot is being written. @throws ConfigError where it cannot be read or holds none */
export async function brandFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause) => {
    throw new ConfigError(`The brands' folder ${folder} cannot be read: ${messageOf(cause)}. Set LECTERN_BRANDS.`, {
      cause,
    });
  });
  const ids = entries.map((entry) => (entry.isDirectory() ? entry.name : '.')).filter((name) => !name.startsWith('.'));
  if (ids.length === 0) throw new ConfigError(`The brands' folder ${folder} holds no brand. Add <id>/brand.ts to it.`);
  return ids.sort();
}

/** Reads the brand in `<folder>/<name>` by itself, whatever its id, and says all that is wrong with it. */
export async function inspectBrand(folder: string, name: string): Promise<{ brand?: Brand; problems: BrandProblem[] }> {
  const file = join(folder, name, 'brand.ts');
  try {
    const module: { default?: unknown } = await import(/* @vite-ignore */ pathToFileURL(file).href);
    const source = await readFile(file, 'utf8');
    const checked = v.safeParse(BrandData, module.default);
    if (!checked.success)
      return { problems: checked.issues.map((issue) => ({ file, ...fieldProblem(issue, source) })) };
    const brand = { ...checked.output, folder: join(folder, name) };
    const files = await Promise.all([...PICTURES.map((field) => pictureOf(brand, field)), layoutOf(brand)]);
    return { brand, problems: files.flat() };
  } catch (error) {
    return { problems: [{ file, ...scriptProblem(error) }] };
  }
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
  // Loaded here, as below: the site bundle holds this module too, and its threads check no brand.
  const { checkPicture } = await import('./check/picture.ts');
  return (await checkPicture(file, field)).map((found) => ({ file, ...found }));
}

async function layoutOf({ folder }: Brand): Promise<BrandProblem[]> {
  const file = join(folder, 'layout.css');
  const css = await readPlain(folder, 'layout.css').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw error;
  });
  const { checkStyleSheet } = await import('./check/style-sheet.ts');
  return checkStyleSheet(css.toString()).map((found) => ({ file, ...found }));
}

/** Problems with hosts and prefixes that several brands share: each must select one brand. */
function sharedValues(brands: readonly Brand[]): BrandProblem[] {
  const owners = new Map<string, string>();
  const problems: BrandProblem[] = [];
  for (const brand of brands) {
    for (const value of new Set([...brand.hosts, `${brand.id}.localhost`, brand.apiPrefix])) {
      const owner = owners.get(value);
      const message = `brands "${owner}" and "${brand.id}" both have ${value}. Each host and prefix belongs to one brand: change it in one of them.`;
      if (owner) problems.push({ file: join(brand.folder, 'brand.ts'), message });
      owners.set(value, brand.id);
    }
  }
  return problems;
}

const unknownOwners = (brands: readonly Brand[]): BrandProblem[] =>
  brands
    .filter(({ id, canonicalOwner }) => canonicalOwner !== undefined && !isOther(brands, id, canonicalOwner))
    .map(({ folder, canonicalOwner }) => ({
      file: join(folder, 'brand.ts'),
      message: `canonicalOwner: is "${canonicalOwner}", which is no other brand. Name one, or leave it out.`,
    }));

const isOther = (brands: readonly Brand[], id: string, owner: string) =>
  owner !== id && brands.some((brand) => brand.id === owner);
