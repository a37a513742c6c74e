import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { checkPicture } from '#src/brand/check/picture.ts';
import {
  type BrandWish,
  createBrand,
  type OwnPicture,
  type PictureFile,
  type WishOption,
  wishProblems,
} from '#src/brand/create/draft.ts';
import { DEFAULT_FACE, FACES } from '#src/brand/create/faces.ts';
import { ConfigError, messageOf } from '#src/lib/errors.ts';
import type { SetupAnswers } from './answers.ts';

interface DraftProblem {
  /** The option, such as `colour`. */
  readonly option: string;
  readonly message: string;
}

/** A brand with its files, ready to be written. */
export interface BrandDraft {
  readonly wish: BrandWish;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
}

/** Derives an id from a name: "Ann's Books" gives `anns-books`. Returns '' if the name has no Latin letters. */
export const idOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s-]/g, '')
    .trim()
    .replaceAll(/[\s-]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 31)
    .replace(/-+$/, '');

/** Returns the problems with the answers about the brand, at most one per option. Answers that are missing have none. */
export async function brandProblems(answers: SetupAnswers, state: string): Promise<DraftProblem[]> {
  const wish = wishOf({ id: 'new-brand', name: 'New Brand', colour: 'teal', ...present(answers) });
  const isGiven = (option: WishOption) =>
    ({
      id: answers.id,
      name: answers.name,
      colour: answers.colour,
      host: answers.hosts?.length,
      locale: answers.locales?.length,
      tagline: answers.tagline,
      email: answers.supportEmail,
      face: undefined,
    })[option] !== undefined;
  const problems: DraftProblem[] = wishProblems(wish, [])
    .filter(({ option }) => isGiven(option))
    .map(({ option, message }) => ({ option: option === 'email' ? 'support-email' : option, message }));
  if (answers.id && existsSync(join(state, answers.id)) && !problems.some(({ option }) => option === 'id'))
    problems.push({
      option: 'id',
      message: `${join(state, answers.id)} has pages of another brand with this id. Choose another id, or move that folder away.`,
    });
  for (const [option, field] of PICTURE_OPTIONS) {
    const path = answers[option];
    const problem = path ? await pictureProblem(path, field) : undefined;
    if (problem !== undefined) problems.push({ option, message: problem });
  }
  return problems;
}

const PICTURE_OPTIONS = [
  ['logo', 'logo'],
  ['cover', 'bookSourceImg'],
] as const satisfies readonly (readonly ['logo' | 'cover', OwnPicture])[];

const PICTURE_KINDS = ['.svg', '.webp', '.avif', '.png'];

/** Returns the problem with a picture of a brand; undefined if it can be used. */
async function pictureProblem(path: string, field: OwnPicture): Promise<string | undefined> {
  if (!existsSync(path)) return `${path} does not exist.`;
  if (!PICTURE_KINDS.includes(extname(path).toLowerCase()))
    return `${path} has another format. Use SVG, WebP, AVIF or PNG.`;
  const [finding] = await checkPicture(path, field);
  return finding && `${path} ${finding.message}`;
}

const present = (answers: SetupAnswers): SetupAnswers =>
  Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined && value !== ''));

function wishOf({ id = '', name = '', colour = '', hosts = [], locales = [], tagline, supportEmail }: SetupAnswers) {
  return {
    id,
    name,
    colour,
    hosts,
    locales: locales.length > 0 ? locales : ['en'],
    face: DEFAULT_FACE,
    tagline,
    email: supportEmail,
    isWhole: false,
  } satisfies BrandWish;
}

/**
 * Creates the files of the brand in memory. Headings use the default face or, if it lacks a letter of the name, the
 * first one that has all of them.
 * @throws ConfigError with a line per problem
 */
export async function draftBrand(answers: SetupAnswers, state: string): Promise<BrandDraft> {
  const missing = (['name', 'id', 'colour'] as const).filter((option) => !answers[option]);
  if (missing.length > 0)
    throw new ConfigError(
      `Missing: ${missing.map((option) => `--${option}`).join(', ')}. Add them, or run this in a terminal without --yes to be asked.`,
    );
  const problems = await brandProblems(answers, state);
  if (problems.length > 0)
    throw new ConfigError(problems.map(({ option, message }) => `--${option}: ${message}`).join('\n'));
  const wish: BrandWish = { ...wishOf(answers), pictures: await picturesOf(answers) };
  const modules = resolve('node_modules');
  try {
    return { wish, files: await createBrand(wish, [], modules) };
  } catch (error) {
    if (!(error instanceof ConfigError && /has no letter/.test(error.message))) throw error;
    return draftWithOtherFace(wish, modules, error);
  }
}

async function draftWithOtherFace(wish: BrandWish, modules: string, first: ConfigError): Promise<BrandDraft> {
  for (const face of Object.keys(FACES).filter((name) => name !== DEFAULT_FACE)) {
    try {
      return { wish: { ...wish, face }, files: await createBrand({ ...wish, face }, [], modules) };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
    }
  }
  throw new ConfigError(
    `--name: no installed typeface has every letter of "${wish.name}", so no logo can be drawn. Give one with --logo FILE (an SVG about four times as wide as high).`,
    { cause: messageOf(first) },
  );
}

async function picturesOf(answers: SetupAnswers): Promise<Partial<Record<OwnPicture, PictureFile>>> {
  const pictures: Partial<Record<OwnPicture, PictureFile>> = {};
  for (const [option, field] of PICTURE_OPTIONS) {
    const path = answers[option];
    if (path) pictures[field] = { kind: extname(path).slice(1).toLowerCase(), content: await readFile(path) };
  }
  return pictures;
}
