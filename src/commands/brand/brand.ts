import { join, sep } from 'node:path';
import { problemText } from '#src/brand/check/problem.ts';
import { brandFolders, inspectBrands } from '#src/brand/registry.ts';
import { getConfig } from '#src/config/config.ts';
import { ConfigError, EXIT } from '#src/lib/errors.ts';
import { print } from '#src/lib/print.ts';
import { exportSettings } from './brand-export.ts';
import { type NewOptions, newBrand } from './brand-new.ts';
import { type PreviewChoice, previewBrand } from './brand-preview.ts';
import { openTerminal } from './brand-questions.ts';
import { type RemoveOptions, removeBrand } from './brand-remove.ts';
import { ignoredStyles } from './brand-styles.ts';

interface CheckOptions {
  /** Id of the brand to check; default: all brands. */
  readonly brand?: string | undefined;
  readonly json: boolean;
}

type BrandOptions = CheckOptions & NewOptions & RemoveOptions & PreviewChoice;

/** The options that each action accepts, in addition to `--json`. */
const TAKES: Readonly<Record<string, readonly string[]>> = {
  new: ['id', 'name', 'colour', 'host', 'locale', 'face', 'tagline', 'email', 'yes', 'dryRun'],
  check: ['brand'],
  preview: ['id', 'only', 'port'],
  export: ['id'],
  remove: ['id', 'yes', 'dryRun'],
};

/**
 * Implements `npm run brand`.
 * @param action the first argument
 * @returns the exit code
 */
export async function runBrand([action = '', ...rest]: readonly string[], options: BrandOptions): Promise<number> {
  const takes = Object.hasOwn(TAKES, action) ? TAKES[action] : undefined;
  if (!takes || rest.length > 0)
    throw new ConfigError(
      'Give an action: npm run brand -- new, npm run brand -- check, npm run brand -- preview, npm run brand -- export or npm run brand -- remove.',
    );
  const usedOptions = Object.entries(options).filter(([name, value]) => value && name !== 'json');
  const foreign = usedOptions.find(([name]) => !takes.includes(name))?.[0];
  if (foreign !== undefined)
    throw new ConfigError(
      `brand ${action} takes no --${foreign === 'dryRun' ? 'dry-run' : foreign}. See --help for all options.`,
    );
  const config = getConfig(process.env);
  if (action === 'preview') {
    await previewBrand(config, options);
    return EXIT.done;
  }
  if (action === 'export') return say(await exportSettings(config, options));
  const terminal = options.yes || action === 'check' ? undefined : openTerminal();
  try {
    if (action === 'new') return say(await newBrand(config, options, terminal));
    if (action === 'remove') return say(await removeBrand(config, options, terminal));
    const { text, code } = await checkBrands(config.brands, options);
    return say(text, code);
  } finally {
    terminal?.close();
  }
}

function say(text: string, code: number = EXIT.done): number {
  print(text);
  return code;
}

/**
 * Finds problems with the brands in a folder, and styles that the oldest supported browsers ignore.
 * @param brand id of the brand to check; default: all brands
 * @returns the text to print and the exit code
 */
export async function checkBrands(
  folder: string,
  { brand, json }: CheckOptions,
): Promise<{ text: string; code: number }> {
  const all = await brandFolders(folder);
  if (brand !== undefined && !all.includes(brand))
    throw new ConfigError(`There is no brand "${brand}". The brands are: ${all.join(', ')}.`);
  const brands = brand === undefined ? all : [brand];
  const { problems } = await inspectBrands(folder);
  const found = problems
    .map((problem) => ({ brand: brandOf(folder, problem.file), ...problem }))
    .filter((problem) => brands.includes(problem.brand));
  const ignored = await ignoredStyles(brands.map((id) => join(folder, id)));
  const warnings = ignored.map((warning) => ({ brand: brandOf(folder, warning.file), ...warning }));
  const code = found.length > 0 ? EXIT.failure : EXIT.done;
  if (json) return { text: `${JSON.stringify({ brands, problems: found, warnings })}\n`, code };
  const lines = [...found.map(problemText), ...warnings.map((warning) => `warning: ${problemText(warning)}`)];
  const count = `Mistakes: ${found.length}.${warnings.length > 0 ? ` Warnings: ${warnings.length}.` : ''}`;
  return { text: [...lines, `Checked: ${brands.join(', ')}. ${count}`, ''].join('\n'), code };
}

/** Returns the id of the brand whose folder contains a file. */
const brandOf = (folder: string, file: string) => file.slice(join(folder, sep).length).split(sep, 1)[0] ?? '';
