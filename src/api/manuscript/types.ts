import { LecternError } from '#src/lib/errors.ts';

/** What the operator should check, because Lectern cannot decide it. */
export interface Doubt {
  readonly about: 'encoding' | 'language' | 'damage' | 'chapters' | 'loss';
  /** What is in doubt, and what to do. */
  readonly message: string;
  /** Whether the file is rejected until the operator answers with an option. */
  readonly isQuestion: boolean;
}

/** Text or pictures of a file that its book does not contain. */
export interface LeftOut {
  /** What it is and, if that is not obvious, why it is left out. */
  readonly what: string;
  /** Number of lines, elements or files. */
  readonly count: number;
  /** The beginning of the first line, element or file with text; '' if there is none. */
  readonly sample: string;
  /** Whether readers would miss it, so that an import reports it as a warning. */
  readonly isLoss?: boolean;
}

const MAX_SAMPLE_CHARACTERS = 120;

/** Returns an entry for omitted texts, or none if there are no texts. */
export function leftOut(what: string, texts: readonly string[]): LeftOut[] {
  const filled = texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
  const sample = [...(filled.find((text) => text !== '') ?? '')].slice(0, MAX_SAMPLE_CHARACTERS).join('');
  return texts.length === 0 ? [] : [{ what, count: texts.length, sample }];
}

/** Returns a warning for each kind of content that readers would miss. */
export const lossWarnings = (entries: readonly LeftOut[] = []): string[] =>
  entries
    .filter(({ isLoss }) => isLoss)
    .map(({ what, count, sample }) => `${what}: ${count} left out${sample ? `, such as "${sample}"` : ''}.`);

/** Thrown for a file that cannot be imported. The message says what happened, why, and what to do. */
export class ManuscriptError extends LecternError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('MANUSCRIPT', message, options);
  }
}

/**
 * Rejects a book with an open question, because an import, unlike a preview, must not guess.
 * @throws ManuscriptError
 */
export function rejectOpenQuestion(doubts: readonly Doubt[] = []): void {
  const question = doubts.find(({ isQuestion }) => isQuestion);
  if (question) throw new ManuscriptError(question.message);
}
