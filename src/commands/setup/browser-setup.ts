import { basename, extname, join } from 'node:path';
import type { AnswerCheck, CreatedParts, SiteColours, SitePreview } from '#src/admin/contract/first-screen.ts';
import type { SiteSetup, StoredAnswers } from '#src/admin/server/index.ts';
import { checkContent } from '#src/brand/check/picture.ts';
import { createPalette, readColour } from '#src/brand/create/palette.ts';
import { type Config, getConfig } from '#src/config/config.ts';
import { ownBrandsFolder } from '#src/config/own-brands.ts';
import { contrast, parseOklch, toHex } from '#src/lib/color.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { listOf } from '../brand/brand-new.ts';
import { readAnswers, type SetupAnswers, writeAnswers } from './answers.ts';
import { type CreatedSite, createSite, type SitePlan } from './create-site.ts';
import { emailProblem } from './questions.ts';
import { type BrandDraft, brandProblems, idOf } from './site-draft.ts';
import { foundIn, hasForeignBrands, planOf } from './site-plan.ts';
import { type SiteState, siteState } from './site-state.ts';

/** How long `isNeeded` may be out of date. While a browser uploads many files, each request asks. */
const MAX_STATE_AGE_MS = 2000;

/** Whether the installation has neither a complete site nor an account, so that the admin begins with a setup. */
export async function needsFirstScreen(config: Config): Promise<boolean> {
  if (config.upstream !== undefined || hasForeignBrands(config)) return false;
  const { brands, staff, invited } = await siteState(config);
  if (staff.length > 0 || invited.length > 0) return false;
  return brands.length === 0 || (await readAnswers(config.state)) !== undefined;
}

/** The functions of `npm run setup` for the first screen of the admin. The configuration changes while it runs. */
export function browserSetup(environment: NodeJS.ProcessEnv): SiteSetup {
  const config = () => getConfig(environment);
  const { state: folder } = config();
  const answers = async () => (await readAnswers(folder)) ?? {};
  let checked: { readonly at: number; readonly isNeeded: Promise<boolean> } | undefined;
  return {
    isNeeded() {
      if (!checked || Date.now() - checked.at > MAX_STATE_AGE_MS)
        checked = { at: Date.now(), isNeeded: needsFirstScreen(config()) };
      return checked.isNeeded;
    },
    answers,
    save: (changed) => writeAnswers(folder, normalised(changed)),
    async existing() {
      const { brands, demoBooks, ownBooks, visitors } = await siteState(config());
      const [brand] = brands;
      return {
        brand: brand ? { name: brand.appName, locales: brand.locales } : null,
        moved: !brand && demoBooks > 0 ? { demoBooks, ownBooks, accounts: visitors } : null,
      };
    },
    async check(input) {
      const { brands } = await siteState(config());
      return checkAnswers(normalised(input), folder, brands.length > 0);
    },
    async pictureProblem(picture, kind, content) {
      const [finding] = await checkContent(content, kind, picture === 'logo' ? 'logo' : 'bookSourceImg');
      return finding?.message;
    },
    read: async (path, as, onBook) => foundIn(config(), await siteState(config()), { books: path, as }, onBook),
    async preview(input) {
      const current = config();
      const request = { answers: complete(input), password: undefined };
      const plan = await planOf(current, await siteState(current), { fresh: true }, request).catch(withoutOptions);
      return { brand: plan.brand ? brandPreview(current, plan.brand) : null };
    },
    async create(input, { password, fresh }, { onBook, onShare }) {
      const current = config();
      const state = await siteState(current);
      const plan = await planOf(current, state, { fresh }, { answers: complete(input), password });
      const created = await createSite(current, plan, { onBook, onShare });
      return createdParts(current, state, plan, created);
    },
  };
}

/** Removes the names of options from a message. @throws ConfigError */
function withoutOptions(cause: unknown): never {
  if (!(cause instanceof ConfigError)) throw cause;
  throw new ConfigError(cause.message.replaceAll(/^--[\w-]+: /gm, ''), { cause });
}

/** The answers as `npm run setup` stores them. */
function normalised({ name, hosts, locales, email, ...answers }: StoredAnswers): SetupAnswers {
  return {
    ...answers,
    name: name?.trim(),
    hosts: hosts && listOf(hosts),
    locales: locales && listOf(locales),
    email: email?.trim().toLowerCase(),
  };
}

const complete = (input: StoredAnswers): SetupAnswers => {
  const answers = normalised(input);
  return { ...answers, id: answers.id || idOf(answers.name ?? '') };
};

type Fields = { -readonly [Field in keyof AnswerCheck['fields']]: string };

const FIELD_OF: Readonly<Record<string, keyof Fields>> = {
  name: 'name',
  id: 'id',
  colour: 'colour',
  host: 'hosts',
  locale: 'locales',
};

async function checkAnswers(input: SetupAnswers, folder: string, hasBrand: boolean): Promise<AnswerCheck> {
  const answers = complete(input);
  const fields: Fields = {};
  if (!hasBrand) {
    for (const { option, message } of await brandProblems(answers, folder)) {
      const field = FIELD_OF[option];
      if (field) fields[field] = message;
    }
    if (!answers.name) fields.name = 'Enter the name of your site.';
    else if (!answers.id) fields.id = 'Enter an id of Latin letters, such as night-novels.';
    if (!answers.colour) fields.colour = 'Choose a colour.';
  }
  const email = answers.email ? emailProblem(answers.email) : 'Enter your email address.';
  if (email !== undefined) fields.email = email;
  return { fields, suggestedId: idOf(answers.name ?? ''), colours: coloursOf(answers.colour ?? '') };
}

function coloursOf(text: string): SiteColours | undefined {
  const given = readColour(text);
  if (!given) return undefined;
  const { headerGround, headerColor, themeColor, onGround } = createPalette(given);
  const [ground, ink, theme] = [parseOklch(headerGround), parseOklch(headerColor), parseOklch(themeColor)];
  if (!ground || !ink || !theme) return undefined;
  return {
    given: toHex(given),
    header: onGround.ground,
    headerText: onGround.ink,
    headerContrast: contrast(ground, ink),
    theme: toHex(theme),
  };
}

function brandPreview({ state, port }: Config, { wish, files }: BrandDraft): NonNullable<SitePreview['brand']> {
  const colours = coloursOf(wish.colour);
  if (!colours) throw new ConfigError(`"${wish.colour}" is not a colour.`);
  const [host = `www.${wish.id}.example`] = wish.hosts;
  return {
    id: wish.id,
    name: wish.name,
    folder: join(ownBrandsFolder(state), wish.id),
    address: `http://localhost:${port}/`,
    publicAddress: `https://${host}/`,
    locales: wish.locales,
    logo: pictureIn(files, 'logo'),
    icon: pictureIn(files, 'icon'),
    cover: pictureIn(files, 'cover'),
    colours,
  };
}

/** Returns a picture of the draft as a `data:` address. */
function pictureIn(files: BrandDraft['files'], name: string): string {
  const path = Object.keys(files).find((file) => file.startsWith(`assets/${name}.`)) ?? '';
  const kind = extname(path).slice(1);
  const type = kind === 'svg' ? 'image/svg+xml' : `image/${kind}`;
  return `data:${type};base64,${Buffer.from(files[path] ?? '').toString('base64')}`;
}

function createdParts(
  { port }: Config,
  { brands }: SiteState,
  { brand, answers }: SitePlan,
  { books, aside }: CreatedSite,
): CreatedParts {
  const refused = books.filter(({ status }) => status === 'refused');
  return {
    name: brand?.wish.name ?? brands[0]?.appName ?? '',
    address: `http://localhost:${port}/`,
    email: answers.email ?? '',
    books: books.length - refused.length,
    refused: refused.map(({ file, title, reason }) => ({ title: title ?? basename(file), reason: reason ?? '' })),
    aside: aside ?? null,
  };
}
