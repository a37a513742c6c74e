import { join } from 'node:path';
import * as v from 'valibot';
import { ConfigError, isMissing } from '#src/lib/errors.ts';
import { fieldProblem } from '../check/data.ts';
import { BrandData } from '../schema.ts';
import { brandSource, LAYOUT_CSS } from './brand-source.ts';
import { FACES, type Face, faceFiles } from './faces.ts';
import { type CreatedPalette, createPalette, readColour } from './palette.ts';
import { drawPictures } from './pictures.ts';
import { drawWordmark } from './wordmark.ts';

/** The input for a new brand. */
export interface BrandWish {
  readonly id: string;
  readonly name: string;
  readonly colour: string;
  /** The first host is the canonical one; default: reserved names. */
  readonly hosts: readonly string[];
  readonly locales: readonly string[];
  /** A Fontsource package. */
  readonly face: string;
  readonly tagline?: string | undefined;
  readonly email?: string | undefined;
  /** Pictures that replace generated ones, by field of the brand. */
  readonly pictures?: Readonly<Partial<Record<OwnPicture, PictureFile>>> | undefined;
  /** Whether the brand shows every book, even those of other brands; default: true. */
  readonly isWhole?: boolean | undefined;
}

/** The pictures that a new brand can bring along. */
export type OwnPicture = 'logo' | 'bookSourceImg';

export interface PictureFile {
  /** File extension, such as `svg`. */
  readonly kind: string;
  readonly content: Uint8Array;
}

/** The parts of the input that can be set by an option. */
export type WishOption = Exclude<keyof BrandWish, 'hosts' | 'locales' | 'pictures' | 'isWhole'> | 'host' | 'locale';

interface WishProblem {
  readonly option: WishOption;
  readonly message: string;
}

const OPTION_OF: Readonly<Record<string, WishOption>> = {
  id: 'id',
  appName: 'name',
  hosts: 'host',
  locales: 'locale',
  tagline: 'tagline',
  supportEmail: 'email',
};

/** The other brands of the installation. A new brand must differ from them. */
type Others = readonly Pick<BrandData, 'id' | 'appName' | 'hosts' | 'apiPrefix'>[];

/** Checks the input against the rules for all brands. Returns at most one problem per option. */
export function wishProblems(wish: BrandWish, others: Others): WishProblem[] {
  const problems = new Map<WishOption, string>();
  const find = (option: WishOption, message: string) => {
    if (!problems.has(option)) problems.set(option, message);
  };
  if (!readColour(wish.colour))
    find('colour', `is not a colour. Give one such as "#7a3cff" or "teal". It is "${wish.colour}".`);
  const face = faceOf(wish);
  if (!face) find('face', `is "${wish.face}". Available: ${Object.keys(FACES).join(', ')}.`);
  for (const [option, message] of takenValues(wish, others)) find(option, message);
  const palette = createPalette(readColour(wish.colour) ?? { l: 0.5, c: 0, h: 0 });
  const checked = v.safeParse(BrandData, dataOf(wish, palette, face));
  for (const issue of checked.issues ?? []) {
    const option = OPTION_OF[String(issue.path?.[0].key)];
    // Skips defaults that were derived from a value with a reported problem: the host from the id, and the email
    // address from the host.
    if (option && isGiven(wish, option)) find(option, fieldProblem(issue, '').message.replace(/^[\w.]+: /, ''));
  }
  return [...problems].map(([option, message]) => ({ option, message }));
}

const isGiven = ({ email, hosts }: BrandWish, option: WishOption) =>
  (option !== 'email' || email !== undefined) && (option !== 'host' || hosts.length > 0);

/** @throws ConfigError with a line for each invalid option */
function refuse(problems: readonly WishProblem[]): void {
  if (problems.length > 0)
    throw new ConfigError(problems.map(({ option, message }) => `--${option}: ${message}`).join('\n'));
}

/**
 * Creates the files of a brand.
 * @param modules the `node_modules` folder that contains the fonts
 * @returns the files' contents by path below the brand's folder
 * @throws ConfigError describing the problems with the input
 */
export async function createBrand(
  wish: BrandWish,
  others: Others,
  modules: string,
): Promise<Readonly<Record<string, string | Uint8Array>>> {
  refuse(wishProblems(wish, others));
  const [colour, face] = [readColour(wish.colour), faceOf(wish)];
  if (!colour || !face) throw new TypeError('expected a colour and a face');
  const palette = createPalette(colour);
  const data = v.parse(BrandData, dataOf(wish, palette, face));
  const files = faceFiles(wish.face, face).map((file) => join(modules, file));
  // A brand with its own logo needs no outlines of its name, whose letters the face may lack.
  const wordmark = await drawWordmark(wish.pictures?.logo ? wish.id : data.appName, files).catch((cause: unknown) => {
    if (!isMissing(cause)) throw cause;
    throw new ConfigError(`--face: @fontsource/${wish.face} is not installed in ${modules}. Run npm install.`, {
      cause,
    });
  });
  const pictures = drawPictures({ id: wish.id, palette, wordmark });
  const drawn = Object.entries(pictures).map(([name, text]) => [`assets/${name}`, text] as const);
  const own = OWN_PICTURES.flatMap((field) => {
    const picture = wish.pictures?.[field];
    return picture ? [[data[field], picture.content] as const] : [];
  });
  const replaced = new Set(OWN_PICTURES.filter((field) => wish.pictures?.[field]).map((field) => DRAWN[field]));
  return {
    'brand.ts': brandSource(data, { name: wish.face, face }),
    'layout.css': LAYOUT_CSS,
    ...Object.fromEntries([...drawn.filter(([path]) => !replaced.has(path)), ...own]),
  };
}

/** The generated pictures that a brand's own can replace. */
const DRAWN: Readonly<Record<OwnPicture, string>> = { logo: 'assets/logo.svg', bookSourceImg: 'assets/cover.svg' };
const OWN_PICTURES = ['logo', 'bookSourceImg'] as const;

/** Path of a picture below the brand's folder. */
function pathOf({ pictures }: BrandWish, field: OwnPicture): string {
  const own = pictures?.[field];
  return own ? DRAWN[field].replace(/svg$/, own.kind) : DRAWN[field];
}

const faceOf = ({ face }: BrandWish): Face | undefined => (Object.hasOwn(FACES, face) ? FACES[face] : undefined);

function takenValues(wish: BrandWish, others: Others): [WishOption, string][] {
  const { id, hosts, apiPrefix, appName } = shared(wish);
  const optionProblems: [WishOption, string][] = [];
  for (const other of others) {
    if (other.id === id) return [['id', `"${id}" is taken. Give another, or remove that brand first.`]];
    if (other.apiPrefix === apiPrefix)
      optionProblems.push(['id', `its API prefix would be ${apiPrefix}, which "${other.id}" has. Give another.`]);
    if (other.appName === appName)
      optionProblems.push(['name', `"${other.id}" is also named ${appName}. Give another.`]);
    const otherValues = new Set([...other.hosts, `${other.id}.localhost`]);
    const host = [...hosts, `${id}.localhost`].find((candidate) => otherValues.has(candidate));
    if (host !== undefined)
      optionProblems.push(['host', `"${other.id}" has ${host}. A host can belong to only one brand: give another.`]);
  }
  return optionProblems;
}

/** Fields that must be unique per brand. */
const shared = ({ id, name, hosts }: BrandWish) => ({
  id,
  appName: name.trim().normalize('NFC'),
  hosts: hosts.length > 0 ? [...hosts] : [`www.${id}.example`, `${id}.example`],
  apiPrefix: `/${id.replaceAll('-', '_')}_api`,
});

/** The data for `brand.ts`, before validation by the schema. */
function dataOf(wish: BrandWish, palette: CreatedPalette, face: Face | undefined): Record<string, unknown> {
  const { themeColor, accentColor, headerGround, headerColor } = palette;
  const values = shared(wish);
  return {
    id: values.id,
    appName: values.appName,
    tagline: wish.tagline ?? `${values.appName} has novels to read, chapter by chapter.`,
    logo: pathOf(wish, 'logo'),
    icon: 'assets/icon.svg',
    bookSourceImg: pathOf(wish, 'bookSourceImg'),
    headerBg: 'assets/header.svg',
    notFoundImg: 'assets/not-found.svg',
    emptyImg: 'assets/empty.svg',
    themeColor,
    accentColor,
    headerGround,
    headerColor,
    radius: 12,
    listing: 'grid',
    banner: 'inset',
    displayFace: {
      family: face?.family ?? '?',
      fallback: face?.fallback ?? 'sans-serif',
      files: (face ? faceFiles(wish.face, face) : ['?/?.woff2']).map((file) => ({
        file,
        weight: String(face?.weight),
      })),
    },
    hosts: values.hosts,
    apiPrefix: values.apiPrefix,
    ...(wish.isWhole === false ? {} : { catalogue: 'whole' }),
    analytics: [],
    consent: false,
    locales: [...wish.locales],
    supportEmail: wish.email ?? mailAt(values.hosts[0] ?? '', values.id),
    apps: { ios: null, android: null, scheme: values.id },
    defaultMode: 'system',
  };
}

/** A host without a dot, such as `localhost`, cannot receive email. */
const mailAt = (host: string, id: string) =>
  `support@${host.includes('.') ? host.replace(/^www\./, '') : `${id}.example`}`;
