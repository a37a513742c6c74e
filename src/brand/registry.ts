import { readdir, stat } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { ConfigError, messageOf } from '#src/lib/errors.ts';
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
 * @throws ConfigError naming each file, field, what is wrong and what would be right
 */
export async function loadBrands(folder: string): Promise<readonly Brand[]> {
  resolveProjectImports(folder);
  const ids = await brandIds(folder);
  const loaded = await Promise.all(ids.map((id) => loadBrand(folder, id)));
  const problems = loaded.flatMap((entry) => entry.problems);
  const brands = loaded.flatMap((entry) => (entry.brand ? [entry.brand] : []));
  problems.push(...sharedValues(brands), ...unknownOwners(brands));
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return brands.map((brand) => ({ ...brand, siblings: siblingsOf(brand, brands) }));
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

async function brandIds(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause) => {
    throw new ConfigError(`The brands' folder ${folder} cannot be read: ${messageOf(cause)}. Set LECTERN_BRANDS.`, {
      cause,
    });
  });
  const ids = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  if (ids.length === 0) throw new ConfigError(`The brands' folder ${folder} holds no brand. Add <id>/brand.ts to it.`);
  return ids.sort();
}

async function loadBrand(folder: string, id: string): Promise<{ brand?: Brand; problems: string[] }> {
  const file = join(folder, id, 'brand.ts');
  try {
    const module: { default?: unknown } = await import(/* @vite-ignore */ pathToFileURL(file).href);
    const checked = v.safeParse(BrandData, module.default);
    if (!checked.success) return { problems: checked.issues.map((issue) => describe(file, issue)) };
    const brand = { ...checked.output, folder: join(folder, id) };
    const problems = [...wrongId(file, id, brand), ...(await missingAssets(file, brand))];
    return { brand, problems };
  } catch (error) {
    return { problems: [`${file} cannot be loaded: ${messageOf(error)}`] };
  }
}

function describe(file: string, issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue) ?? '(the whole)';
  const got = issue.received ? ` It is ${issue.received}.` : '';
  return `${file}: ${field}: ${issue.message}.${issue.message.includes('received') ? '' : got}`;
}

const wrongId = (file: string, id: string, brand: BrandData) =>
  brand.id === id ? [] : [`${file}: id: is "${brand.id}" but the folder is "${id}". Make them the same.`];

async function missingAssets(file: string, brand: Brand): Promise<string[]> {
  const found = await Promise.all(PICTURES.map((field) => exists(join(brand.folder, brand[field]))));
  return PICTURES.filter((_field, index) => !found[index]).map(
    (field) => `${file}: ${field}: names ${brand[field]}, which does not exist. Add the file beside brand.ts.`,
  );
}

const exists = (path: string) =>
  stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );

/** Problems with hosts and prefixes that several brands share: each must select one brand. */
function sharedValues(brands: readonly Brand[]): string[] {
  const owners = new Map<string, string>();
  const problems: string[] = [];
  for (const brand of brands) {
    for (const value of new Set([...brand.hosts, brand.apiPrefix])) {
      const owner = owners.get(value);
      if (owner)
        problems.push(
          `brands "${owner}" and "${brand.id}" both have ${value}. Each host and prefix belongs to one brand.`,
        );
      owners.set(value, brand.id);
    }
  }
  return problems;
}

const unknownOwners = (brands: readonly Brand[]): string[] =>
  brands
    .filter(({ id, canonicalOwner }) => canonicalOwner !== undefined && !isOther(brands, id, canonicalOwner))
    .map(
      ({ folder, canonicalOwner }) =>
        `${join(folder, 'brand.ts')}: canonicalOwner: is "${canonicalOwner}", which is no other brand. Name one, or leave it out.`,
    );

const isOther = (brands: readonly Brand[], id: string, owner: string) =>
  owner !== id && brands.some((brand) => brand.id === owner);
