import { join } from 'node:path';
import type { FoundBook, FoundBooks } from '#src/admin/contract/first-screen.ts';
import { createPalette, readColour } from '#src/brand/create/palette.ts';
import type { Config } from '#src/config/config.ts';
import { ownBrandsFolder } from '#src/config/own-brands.ts';
import { isLocaleCode, LOCALES } from '#src/contract/locales.ts';
import { counted } from '#src/lib/text.ts';
import type { CreatedSite, SitePlan } from './create-site.ts';
import type { SiteState } from './site-state.ts';

const MAX_NOTES = 3;

const languageName = (code: string) => (isLocaleCode(code) ? LOCALES[code].name : code);

/** Lists the books of a folder, what an import needs to know about them, and what it refuses. */
export function booksText({ books, refused }: FoundBooks): string {
  const ready = books.filter(({ decision }) => decision === null);
  return [
    `${counted(ready.length, 'book')} can be imported:`,
    ...ready.flatMap(bookLines),
    ...(ready.length < books.length ? ['These need a decision first (docs/use/import.md):'] : []),
    ...books.flatMap(({ title, file, decision }) =>
      decision === null ? [] : [`  ? ${title} (${file})`, `      ${decision}`],
    ),
    ...(refused.length > 0 ? ['These cannot be read:'] : []),
    ...refused.map(({ file, reason }) => `  ! ${file}: ${reason}`),
    '',
  ].join('\n');
}

function bookLines({ title, author, language, chapters, sections, words, notes }: FoundBook): string[] {
  const parts = [counted(chapters, 'chapter'), ...(sections > 0 ? [counted(sections, 'other section')] : [])].join(
    ', ',
  );
  return [
    `  ${title} by ${author} (${language}), ${parts}, ${counted(words, 'word')}`,
    ...notes.slice(0, MAX_NOTES).map((note) => `      - ${note}`),
    ...(notes.length > MAX_NOTES
      ? [`      - and ${notes.length - MAX_NOTES} more; see npm run import -- --preview`]
      : []),
  ];
}

/** Books in a language that the site would not have. Nobody could find them. */
export function unseenText({ books }: FoundBooks, locales: readonly string[]): string {
  const unseen = books.filter(({ locale, decision }) => decision === null && !locales.includes(locale));
  if (unseen.length === 0) return '';
  const codes = [...new Set(unseen.map(({ locale }) => locale))];
  const names = codes.map((code) => `${languageName(code)} (${code})`).join(', ');
  return `  ! ${counted(unseen.length, 'book')} would not be shown, because the site lacks their language: ${names}\n`;
}

/** Describes what setup is about to write. */
export function planText(config: Config, plan: SitePlan, state: SiteState, books: FoundBooks | undefined): string {
  const { answers, brand, movesStore, password } = plan;
  const locales = brand?.wish.locales ?? state.brands[0]?.locales ?? [];
  return [
    ...(brand ? brandLines(config, brand.wish) : []),
    ...(books ? [booksLine(books)] : ['  Books      none yet']),
    ...(answers.email
      ? [
          `  Account    ${answers.email}, owner, ${password === undefined ? 'gets an invitation link' : 'signs in with the password'}`,
        ]
      : state.staff.length > 0
        ? []
        : ['  Account    none yet']),
    ...(movesStore
      ? [
          `  Demo       the store has ${counted(state.demoBooks, 'demo book')}${alsoText(state)}. It is moved to ${join(config.state, 'api.before-setup-…')}; nothing is deleted`,
        ]
      : []),
    '',
  ]
    .join('\n')
    .concat(books ? unseenText(books, locales) : '');
}

function booksLine({ books, refused }: FoundBooks): string {
  const ready = books.filter(({ decision }) => decision === null);
  const others = books.length - ready.length + refused.length;
  const chapters = ready.reduce((sum, book) => sum + book.chapters + book.sections, 0);
  return `  Books      ${ready.length} with ${counted(chapters, 'chapter')} and sections${others > 0 ? `, and ${others} that are not imported` : ''}`;
}

const alsoText = ({ ownBooks, visitors }: SiteState) => {
  const also = [
    ...(ownBooks > 0 ? [counted(ownBooks, 'imported book')] : []),
    ...(visitors > 0 ? [counted(visitors, 'account')] : []),
  ];
  return also.length > 0 ? ` and ${also.join(' and ')}` : '';
};

function brandLines(
  config: Config,
  { id, name, colour, hosts, locales, pictures }: NonNullable<SitePlan['brand']>['wish'],
) {
  const { onGround } = createPalette(readColour(colour) ?? { l: 0.5, c: 0, h: 0 });
  const [host = `www.${id}.example`] = hosts;
  const drawn = (field: 'logo' | 'bookSourceImg') => (pictures?.[field] ? 'your file' : 'drawn');
  return [
    `  Site       ${name} (${id}), in ${join(ownBrandsFolder(config.state), id)}`,
    `  Addresses  http://localhost:${config.port}/ on this machine, https://${host}/ when it is public`,
    `  Colours    ${colour}: header ${onGround.ground} with text ${onGround.ink}, accents ${onGround.strong}`,
    `  Pictures   logo: ${drawn('logo')}, cover: ${drawn('bookSourceImg')}`,
    `  Languages  ${locales.map((code) => `${languageName(code)} (${code})`).join(', ')}`,
  ];
}

/** Describes a site that is complete, and how to change it. */
export function existingText(config: Config, { brands, ownBooks, staff, invited }: SiteState): string {
  const [brand] = brands;
  const accounts = [
    ...staff.map(({ email, role }) => `${email} (${role})`),
    ...invited.map((email) => `${email} (invited)`),
  ];
  return [
    'This site is set up already. Nothing was changed.',
    '',
    ...brands.map(
      ({ id, appName, locales }) => `  Site       ${appName} (${id}), ${locales.map(languageName).join(', ')}`,
    ),
    `  Books      ${ownBooks === 0 ? 'none yet' : ownBooks}`,
    `  Accounts   ${accounts.join(', ') || 'none yet'}`,
    '',
    'npm run setup -- --books FOLDER           adds books',
    ...(accounts.length === 0 ? ['npm run setup -- --email ADDRESS          adds the first account'] : []),
    'npm run admin -- grant ADDRESS owner      invites a colleague',
    'npm run brand -- new                      adds another brand',
    `${join(ownBrandsFolder(config.state), brand?.id ?? '', 'brand.ts')} contains the brand's settings (docs/use/brands.md)`,
    '',
  ].join('\n');
}

/** Describes the result and the next steps. */
export function createdText(config: Config, created: CreatedSite): string {
  const { books, account, aside } = created;
  const count = (status: string) => books.filter((report) => report.status === status).length;
  const stored = [
    ...(count('added') > 0 ? [`${count('added')} added`] : []),
    ...(count('updated') > 0 ? [`${count('updated')} updated`] : []),
    ...(count('unchanged') > 0 ? [`${count('unchanged')} unchanged`] : []),
    ...(count('refused') > 0 ? [`${count('refused')} not imported`] : []),
  ];
  return [
    'The site is set up.',
    ...(created.brandFolder === undefined ? [] : [`  Brand      ${created.brandFolder}`]),
    ...(stored.length > 0 ? [`  Books      ${stored.join(', ')}`] : []),
    ...(aside === undefined ? [] : [`  Demo       moved to ${aside}; you may delete it`]),
    ...accountLines(account),
    '',
    'Next:',
    `  npm start        shows the site at http://localhost:${config.port}/`,
    `  npm run admin    opens the admin at http://localhost:${config.admin.port}/`,
    '',
  ].join('\n');
}

function accountLines(account: CreatedSite['account']): string[] {
  if (!account) return [];
  if (account.link === undefined) return [`  Account    ${account.email}, owner`];
  return [
    `  Account    ${account.email} is invited as owner. The link works once, within 72 hours, while npm run admin runs:`,
    `             ${account.link}`,
  ];
}
