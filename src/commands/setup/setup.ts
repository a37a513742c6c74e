import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { text as textOfStream } from 'node:stream/consumers';
import type { FoundBooks } from '#src/admin/contract/first-screen.ts';
import { passwordProblem } from '#src/admin/server/index.ts';
import type { ImportReport } from '#src/api/import/index.ts';
import { type Config, getConfig } from '#src/config/config.ts';
import { ownBrandsFolder } from '#src/config/own-brands.ts';
import { ConfigError, EXIT, messageOf } from '#src/lib/errors.ts';
import { print, printError, showProgress } from '#src/lib/print.ts';
import { listOf } from '../brand/brand-new.ts';
import { openTerminal, type Terminal } from '../brand/brand-questions.ts';
import { line } from '../content/import-text.ts';
import { readAnswers, type SetupAnswers, writeAnswers } from './answers.ts';
import { type CreatedSite, createSite, type SitePlan } from './create-site.ts';
import { askForSite, emailProblem } from './questions.ts';
import { booksProblem } from './read-books.ts';
import { booksText, createdText, existingText, planText } from './setup-text.ts';
import { idOf } from './site-draft.ts';
import { adminOrigin, foundIn, hasForeignBrands, planOf } from './site-plan.ts';
import { type SiteState, siteState } from './site-state.ts';

interface SetupOptions {
  readonly name?: string | undefined;
  readonly id?: string | undefined;
  readonly colour?: string | undefined;
  readonly host?: readonly string[] | undefined;
  readonly locale?: readonly string[] | undefined;
  readonly tagline?: string | undefined;
  readonly supportEmail?: string | undefined;
  readonly logo?: string | undefined;
  readonly cover?: string | undefined;
  readonly books?: string | undefined;
  readonly as?: string | undefined;
  readonly email?: string | undefined;
  readonly passwordFile?: string | undefined;
  /** Moves a store aside even if it has more than demo books. */
  readonly fresh: boolean;
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

const INTERRUPTED = 'Setup was interrupted. Your answers are saved: run npm run setup again to continue.';

/** Sets up a site: brand, books and first account. @returns the exit code */
export async function runSetup(options: SetupOptions): Promise<number> {
  const config = getConfig(process.env);
  checkSettings(config);
  const given = givenAnswers(options);
  const [state, unfinished] = [await siteState(config), await readAnswers(config.state)];
  if (state.brands.length > 0 && unfinished === undefined) {
    checkAdditions(given, state);
    if (given.books === undefined && given.email === undefined) return explain(config, state, options);
  }
  const earlier = unfinished ?? {};
  const terminal = options.yes ? undefined : openTerminal(INTERRUPTED);
  try {
    const input = terminal
      ? await ask(config, { earlier, given, state, terminal })
      : await take(config, { earlier, given, state, options });
    return await carryOut(config, { ...input, state, options, terminal });
  } finally {
    terminal?.close();
  }
}

function checkSettings(config: Config): void {
  if (config.upstream !== undefined)
    throw new ConfigError(
      'LECTERN_UPSTREAM is set, so books and accounts belong to that API. Create only a brand: npm run brand -- new',
    );
  if (hasForeignBrands(config))
    throw new ConfigError(
      `LECTERN_BRANDS is set to ${config.brands}, but setup writes brands to ${ownBrandsFolder(config.state)}. Unset it, or use npm run brand -- new and npm run import.`,
    );
}

/** Answers given by options. @throws ConfigError for an invalid value of `--as` */
function givenAnswers(options: SetupOptions): SetupAnswers {
  const { name, id, colour, host, locale, tagline, supportEmail, logo, cover, books, as, email } = options;
  if (as !== undefined && as !== 'book' && as !== 'books')
    throw new ConfigError(`--as is "${as}". Use "book" to read the folder as one book, "books" for a book per file.`);
  const answers = {
    name: name?.trim(),
    id,
    colour,
    hosts: host && listOf(host),
    locales: locale && listOf(locale),
    tagline,
    supportEmail,
    logo: logo && resolve(logo),
    cover: cover && resolve(cover),
    books: books && resolve(books),
    as,
    email: email?.trim().toLowerCase(),
  };
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined));
}

/** @throws ConfigError for options about a brand, if the site has one */
function checkAdditions({ books: _books, as: _as, email, ...brand }: SetupAnswers, { brands, staff }: SiteState): void {
  const [existing] = brands;
  const { id = existing?.id, ...others } = brand;
  if (id !== existing?.id || Object.keys(others).some((name) => isChanged(name)))
    throw new ConfigError(
      `This site already has the brand ${existing?.id}, and setup changes no brand. Edit ${existing?.folder}/brand.ts, or add another brand with npm run brand -- new. Nothing was changed.`,
    );
  const [holder] = staff;
  if (email !== undefined && holder !== undefined && holder.email !== email)
    throw new ConfigError(
      `This site already has an account (${holder.email}). Invite others with: npm run admin -- grant ${email} owner. Nothing was changed.`,
    );

  function isChanged(name: string): boolean {
    const key = name as keyof typeof others;
    const current: Partial<Record<string, unknown>> = {
      name: existing?.appName,
      hosts: existing?.hosts.join(),
      locales: existing?.locales.join(),
      tagline: existing?.tagline,
      supportEmail: existing?.supportEmail,
    };
    // Colours and pictures are not compared, because the brand contains only what was derived from them.
    return name in current && current[name] !== [others[key] ?? []].flat().join();
  }
}

function explain(config: Config, state: SiteState, { json }: SetupOptions): number {
  const { brands, ownBooks, staff, invited } = state;
  const value = { brands: brands.map(({ id }) => id), books: ownBooks, staff, invited, changed: false };
  print(json ? `${JSON.stringify(value)}\n` : existingText(config, state));
  return EXIT.done;
}

interface Input {
  readonly answers: SetupAnswers;
  readonly password: string | undefined;
  readonly books: FoundBooks | undefined;
}

interface Known {
  readonly earlier: SetupAnswers;
  readonly given: SetupAnswers;
  readonly state: SiteState;
}

async function ask(
  config: Config,
  { earlier, given, state, terminal }: Known & { terminal: Terminal },
): Promise<Input> {
  const isResumed = Object.keys(earlier).length > 0;
  terminal.tell(
    isResumed
      ? 'Continuing the last setup. Press Enter to keep an answer.\n'
      : 'Nothing is written before you have seen a summary. Press Enter to accept a suggestion, Ctrl+C to continue later.\n',
  );
  const isAddition = state.brands.length > 0 && !isResumed;
  return askForSite(earlier, {
    terminal,
    state: config.state,
    origin: adminOrigin(config),
    given,
    done: {
      brand: state.brands.length > 0,
      books: isAddition && given.books === undefined,
      account: state.staff.length > 0 || state.invited.length > 0 || (isAddition && given.email === undefined),
    },
    save: (answers) => writeAnswers(config.state, answers),
    async preview(path) {
      terminal.tell(`Reading ${path} …\n`);
      const problem = await booksProblem(path);
      if (problem !== undefined) throw new ConfigError(`--books: ${problem}`);
      const found = await foundIn(config, state, { ...given, books: path });
      terminal.tell(booksText(found));
      return found;
    },
  });
}

/** Takes all answers from options and from an earlier setup. @throws ConfigError naming each invalid option */
async function take(
  config: Config,
  { earlier, given, state, options }: Known & { options: SetupOptions },
): Promise<Input> {
  const merged = { ...earlier, ...given };
  const answers = { ...merged, ...(merged.id === undefined && { id: idOf(merged.name ?? '') || undefined }) };
  const { email, books } = answers;
  const problem = books ? await booksProblem(books) : undefined;
  if (problem !== undefined) throw new ConfigError(`--books: ${problem}`);
  const wrongEmail = email ? emailProblem(email) : undefined;
  if (wrongEmail !== undefined) throw new ConfigError(`--email: ${wrongEmail}`);
  const password = await passwordIn(options.passwordFile);
  if (password !== undefined && !email) throw new ConfigError('--password-file needs --email.');
  const weak =
    password === undefined
      ? undefined
      : await passwordProblem(password, { origin: adminOrigin(config), email: email ?? '' });
  if (weak !== undefined) throw new ConfigError(`--password-file: the password ${weak}.`);
  const found = books ? await foundIn(config, state, answers) : undefined;
  return { answers, password, books: found };
}

async function passwordIn(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    const content = file === '-' ? await textOfStream(process.stdin) : await readFile(file, 'utf8');
    return content.replace(/\r?\n$/, '');
  } catch (cause) {
    throw new ConfigError(`--password-file: ${messageOf(cause)}.`, { cause });
  }
}

interface Work extends Input {
  readonly state: SiteState;
  readonly options: SetupOptions;
  readonly terminal: Terminal | undefined;
}

async function carryOut(config: Config, { state, options, terminal, ...input }: Work): Promise<number> {
  const plan = await planOf(config, state, options, input);
  const summary = planText(config, plan, state, input.books);
  if (options.dryRun) {
    print(
      options.json
        ? `${JSON.stringify(planValue(plan, input.books))}\n`
        : `Would create:\n${summary}${input.books ? booksText(input.books) : ''}`,
    );
    return EXIT.done;
  }
  if (terminal) await confirm(terminal, summary, state, plan);
  else if (!options.yes)
    throw new ConfigError(`Setup would create:\n${summary}Add --yes to create it. Nothing was changed.`);
  else if (!options.json) printError(`Setting up:\n${summary}`);
  terminal?.close();
  const created = await createSite(config, plan, { onBook: say, onShare: share });
  print(options.json ? `${JSON.stringify(resultOf(plan, created))}\n` : createdText(config, created));
  return created.books.some(({ status }) => status === 'refused') ? EXIT.failure : EXIT.done;
}

async function confirm(terminal: Terminal, summary: string, state: SiteState, { brand }: SitePlan): Promise<void> {
  terminal.tell(`\nSetup will ${brand ? 'create' : `add to ${state.brands[0]?.appName}`}:\n${summary}`);
  const answer = await terminal.ask('Continue? (yes or no)', 'yes', (text) =>
    /^(y|yes|n|no)$/i.test(text) ? undefined : 'Enter yes or no.',
  );
  if (/^n/i.test(answer))
    throw new ConfigError('Nothing was created. Your answers are saved: run npm run setup again to change them.');
}

function say(report: ImportReport): void {
  showProgress('');
  printError(`${line(report)}\n`);
}

const share = (file: string, done: number): void => showProgress(`${Math.round(done * 100)} % ${basename(file)}`);

const planValue = ({ answers, brand, movesStore }: SitePlan, books: FoundBooks | undefined) => ({
  answers,
  files: Object.keys(brand?.files ?? {}),
  movesStore,
  ...books,
});

const resultOf = ({ brand }: SitePlan, { brandFolder, aside, books, account }: CreatedSite) => ({
  brand: brand?.wish.id ?? null,
  folder: brandFolder ?? null,
  aside: aside ?? null,
  books,
  account: account ?? null,
});
