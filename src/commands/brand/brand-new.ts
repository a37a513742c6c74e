import { join, resolve } from 'node:path';
import { type BrandWish, createBrand, type WishOption, wishProblems } from '#src/brand/create/draft.ts';
import { DEFAULT_FACE } from '#src/brand/create/faces.ts';
import { writeBrand } from '#src/brand/create/write.ts';
import { type Brand, inspectBrands, lacksBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import { ConfigError } from '#src/lib/errors.ts';
import type { Terminal } from './brand-questions.ts';

export interface NewOptions {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly colour?: string | undefined;
  readonly host?: readonly string[] | undefined;
  readonly locale?: readonly string[] | undefined;
  readonly face?: string | undefined;
  readonly tagline?: string | undefined;
  readonly email?: string | undefined;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/**
 * Creates a brand from an id, a name and a colour.
 * @param terminal asks the user for missing options; undefined if there is no terminal
 * @returns the text to print
 * @throws ConfigError before anything is written, if an option is missing, invalid or in use by another brand
 */
export async function newBrand(
  { brands: folder, port, isOwnSite = false }: Pick<Config, 'brands' | 'port'> & Partial<Pick<Config, 'isOwnSite'>>,
  options: NewOptions,
  terminal?: Terminal,
): Promise<string> {
  const { dryRun, json } = options;
  const others = (await lacksBrands(folder)) ? [] : (await inspectBrands(folder)).brands;
  const wish = terminal ? await askFor(options, others, terminal) : wishOf(options);
  const files = await createBrand({ ...wish, isWhole: !isOwnSite }, others, resolve('node_modules'));
  const target = join(folder, wish.id);
  if (!dryRun) await writeBrand(folder, wish.id, files);
  const names = Object.keys(files);
  if (json) return `${JSON.stringify({ brand: wish.id, folder: target, files: names, dryRun })}\n`;
  const list = names.map((name) => `  ${name}\n`).join('');
  if (dryRun) return `Would write ${target}:\n${list}`;
  const address = `http://${wish.id}.localhost:${port}`;
  return `Wrote ${target}:\n${list}To see it, run npm start -- --brand ${wish.id}, and open ${address}\n`;
}

/** Splits the values of a repeatable option at commas. */
export const listOf = (values: readonly string[] = []) =>
  values
    .flatMap((value) => value.split(','))
    .map((value) => value.trim().toLowerCase())
    .filter(Boolean);

function wishOf({ id, name, colour, host, locale, face = DEFAULT_FACE, tagline, email }: NewOptions): BrandWish {
  const missing = Object.entries({ id, name, colour }).flatMap(([option, value]) => (value ? [] : [`--${option}`]));
  if (!id || !name || !colour)
    throw new ConfigError(
      `Missing: ${missing.join(', ')}. Add them, or run this in a terminal without --yes to be asked.`,
    );
  const locales = listOf(locale);
  return {
    id,
    name,
    colour,
    hosts: listOf(host),
    locales: locales.length > 0 ? locales : ['en'],
    face,
    tagline,
    email,
  };
}

/**
 * Asks for each missing option until the answer is valid. Options from the command line are checked together with the
 * answers.
 */
async function askFor(options: NewOptions, others: readonly Brand[], terminal: Terminal): Promise<BrandWish> {
  let current: NewOptions = options;
  const askOption = async (option: WishOption & keyof NewOptions, question: string, fallback: string) => {
    if (current[option]) return;
    const withAnswer = (answer: string): NewOptions => ({
      ...current,
      [option]: option === 'host' || option === 'locale' ? [answer] : answer,
    });
    const wrong = (answer: string) => {
      const wish = wishOf({ id: 'new-brand', name: 'New Brand', colour: 'teal', ...defined(withAnswer(answer)) });
      return wishProblems(wish, others).find((problem) => problem.option === option)?.message;
    };
    current = withAnswer(await terminal.ask(question, fallback, wrong));
  };
  await askOption('id', 'Id, used for the folder and ID.localhost (letters, digits, hyphens)', '');
  await askOption('name', 'Name that visitors see', capitalised(current.id ?? ''));
  await askOption('colour', 'Colour, such as #7a3cff or teal', '');
  await askOption('host', 'Hosts, separated by commas, the canonical one first', `www.${current.id}.example`);
  await askOption('locale', 'Languages, separated by commas, en first', 'en');
  return wishOf(current);
}

/** Removes undefined and empty options, so that defaults apply. */
function defined<Options extends object>(options: Options): Options {
  const present = { ...options };
  for (const [name, value] of Object.entries(present))
    if (value === undefined || value === '') Reflect.deleteProperty(present, name);
  return present;
}

const capitalised = (id: string) =>
  id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
