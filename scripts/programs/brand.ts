import { join, sep } from 'node:path';
import { problemText } from '#src/brand/check/problem.ts';
import { brandFolders, inspectBrands } from '#src/brand/registry.ts';
import { getConfig } from '#src/lib/config.ts';
import { ConfigError, EXIT } from '#src/lib/errors.ts';

interface BrandArguments {
  /** What stands after the command. */
  readonly action: readonly string[];
  readonly brand: string | undefined;
  readonly json: boolean;
}

/** `npm run brand`. @returns the exit code */
export async function runBrand({ action: [action, ...rest], brand, json }: BrandArguments): Promise<number> {
  if (action !== 'check' || rest.length > 0) throw new ConfigError('Say what to do: npm run brand -- check.');
  const { brands: folder } = getConfig(process.env);
  const { text, code } = await checkBrands(folder, { brand, json });
  process.stdout.write(text);
  return code;
}

/**
 * Says what is wrong with the brands of a folder.
 * @param brand one of them; all where undefined
 * @returns what to print, and the exit code
 */
export async function checkBrands(
  folder: string,
  { brand, json }: Pick<BrandArguments, 'brand' | 'json'>,
): Promise<{ text: string; code: number }> {
  const all = await brandFolders(folder);
  if (brand !== undefined && !all.includes(brand))
    throw new ConfigError(`There is no brand "${brand}". The brands are: ${all.join(', ')}.`);
  const brands = brand === undefined ? all : [brand];
  const { problems } = await inspectBrands(folder);
  const found = problems
    .map((problem) => ({ brand: brandOf(folder, problem.file), ...problem }))
    .filter((problem) => brands.includes(problem.brand));
  const code = found.length > 0 ? EXIT.failure : EXIT.done;
  if (json) return { text: `${JSON.stringify({ brands, problems: found })}\n`, code };
  const lines = found.map((problem) => `${problemText(problem)}\n`).join('');
  return { text: `${lines}Looked through: ${brands.join(', ')}. Mistakes: ${found.length}.\n`, code };
}

/** The brand in whose folder a file stands. */
const brandOf = (folder: string, file: string) => file.slice(join(folder, sep).length).split(sep, 1)[0] ?? '';
