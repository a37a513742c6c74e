import { resolve } from 'node:path';
import * as v from 'valibot';
import type { FoundBooks } from '#src/admin/contract/first-screen.ts';
import { passwordProblem, StaffEmail } from '#src/admin/server/index.ts';
import { LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { listOf } from '../brand/brand-new.ts';
import type { Terminal } from '../brand/brand-questions.ts';
import type { SetupAnswers } from './answers.ts';
import { booksProblem, localesOf } from './read-books.ts';
import { brandProblems, idOf } from './site-draft.ts';

interface QuestionContext {
  readonly terminal: Terminal;
  readonly state: string;
  /** Origin of the admin. */
  readonly origin: string;
  /** Parts of the site that need no questions, because they exist or were answered by options. */
  readonly done: { readonly brand: boolean; readonly books: boolean; readonly account: boolean };
  /** Questions answered by options. */
  readonly given: SetupAnswers;
  /** Called after each answer. */
  save(answers: SetupAnswers): Promise<void>;
  /** Reads the books of a path and shows them. */
  preview(path: string): Promise<FoundBooks>;
}

interface Questioned {
  readonly answers: SetupAnswers;
  readonly password: string | undefined;
  /** The books, if a path was entered. */
  readonly books: FoundBooks | undefined;
}

const LANGUAGES = Object.values(LOCALES)
  .map(({ code, name }) => `${code} (${name})`)
  .join(', ');

/**
 * Asks for everything that options did not answer. Earlier answers are the defaults. Each answer is saved, so that an
 * interrupted setup can be continued.
 */
export async function askForSite(earlier: SetupAnswers, context: QuestionContext): Promise<Questioned> {
  const asked: Questions = new Questions({ ...earlier, ...context.given }, context);
  if (!context.done.brand) await asked.brand();
  const books = context.done.books ? undefined : await asked.books();
  if (!context.done.brand) await asked.languages(books);
  const password = context.done.account ? undefined : await asked.account();
  return { answers: asked.answers, password, books };
}

type BrandOption = 'name' | 'id' | 'colour' | 'hosts' | 'locales' | 'logo' | 'cover';

/** The names of options in messages, by answer. */
const OPTION_OF: Readonly<Partial<Record<BrandOption, string>>> = { hosts: 'host', locales: 'locale' };

class Questions {
  answers: SetupAnswers;
  readonly #context: QuestionContext;

  constructor(answers: SetupAnswers, context: QuestionContext) {
    this.answers = answers;
    this.#context = context;
  }

  async brand(): Promise<void> {
    await this.#ask('name', 'Name of the site');
    await this.#ask('id', 'Id, used for its folder and http://ID.localhost', idOf(this.answers.name ?? ''));
    await this.#ask('colour', 'Colour, such as #7a3cff or teal');
    await this.#ask('hosts', 'Domains, separated by commas, the main one first', `www.${this.answers.id}.example`);
    await this.#ask('logo', 'Logo, an SVG, WebP, AVIF or PNG file (- to draw one from the name)', '-');
    await this.#ask('cover', 'Cover of books that have none, a picture of 400 x 600 px (- to draw one)', '-');
  }

  async books(): Promise<FoundBooks | undefined> {
    const { terminal, given, preview } = this.#context;
    if (given.books === undefined) {
      const wrong = async (answer: string) => (answer === '-' ? undefined : booksProblem(resolve(answer)));
      const answer = await terminal.ask('Folder with books (- for none yet)', this.answers.books || '-', wrong);
      await this.#save({ books: answer === '-' ? '' : resolve(answer) });
    }
    return this.answers.books ? preview(this.answers.books) : undefined;
  }

  async languages(books: FoundBooks | undefined): Promise<void> {
    const spoken: readonly LocaleCode[] = books ? localesOf(books) : [];
    this.#context.terminal.tell(`Languages: ${LANGUAGES}\n`);
    const offered = spoken.filter((code) => code !== 'en');
    await this.#ask('locales', 'Languages of the site, separated by commas, en first', ['en', ...offered].join(','));
  }

  /** @returns the password; undefined if the account gets an invitation */
  async account(): Promise<string | undefined> {
    const { terminal, given, origin } = this.#context;
    if (given.email === undefined) {
      const wrong = (answer: string) => (answer === '-' ? undefined : emailProblem(answer));
      const question = 'Email address of the first account, which manages the site in the admin (- for none yet)';
      const answer = await terminal.ask(question, this.answers.email || '-', wrong);
      await this.#save({ email: answer === '-' ? '' : answer.toLowerCase() });
    }
    const { email } = this.answers;
    if (!email) return undefined;
    const password = await terminal.askSecret('Password (at least 12 characters, not shown)', async (answer) => {
      const problem = await passwordProblem(answer, { origin, email });
      return problem && `It ${problem}.`;
    });
    await terminal.askSecret('The same password again', (answer) =>
      answer === password ? undefined : 'It differs from the first one.',
    );
    return password;
  }

  async #ask(option: BrandOption, question: string, suggestion = ''): Promise<void> {
    const { terminal, given, state } = this.#context;
    if (given[option] !== undefined) return;
    const answerOf = (text: string): SetupAnswers => ({
      [option]: option === 'hosts' || option === 'locales' ? listOf([text]) : fileOf(option, text),
    });
    const wrong = async (text: string) => {
      if (text === '') return 'Enter a value.';
      const problems = await brandProblems({ ...this.answers, ...answerOf(text) }, state);
      const name = OPTION_OF[option] ?? option;
      return problems.find((problem) => problem.option === name)?.message;
    };
    const earlier = [this.answers[option] ?? []].flat().join(',');
    await this.#save(answerOf(await terminal.ask(question, earlier || suggestion, wrong)));
  }

  async #save(answers: SetupAnswers): Promise<void> {
    this.answers = { ...this.answers, ...answers };
    await this.#context.save(this.answers);
  }
}

/** A path, if the question is about a file. '-' stands for no file. */
function fileOf(option: BrandOption, text: string): string {
  if (option !== 'logo' && option !== 'cover') return text;
  return text === '-' ? '' : resolve(text);
}

/** Returns the problem with the email address of an account; undefined if there is none. */
export function emailProblem(email: string): string | undefined {
  const parsed = v.safeParse(StaffEmail, email);
  return parsed.success ? undefined : `"${email}" ${parsed.issues[0].message}.`;
}
