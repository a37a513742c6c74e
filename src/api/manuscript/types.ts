import { LecternError } from '#src/lib/errors.ts';

/** Something the operator should look at, because software cannot know it. */
export interface Doubt {
  readonly about: 'encoding' | 'language' | 'damage' | 'chapters' | 'loss';
  /** What it is, and what to do. */
  readonly message: string;
  /** Whether nothing is imported until the operator has answered by an option. */
  readonly isQuestion: boolean;
}

/** A file that is not imported; the message says what happened, why, and what to do. */
export class ManuscriptError extends LecternError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('MANUSCRIPT', message, options);
  }
}

/** Refuses a book with an open question: an import, unlike a preview, must not guess. @throws ManuscriptError */
export function refuseIfAsked(doubts: readonly Doubt[] = []): void {
  const question = doubts.find(({ isQuestion }) => isQuestion);
  if (question) throw new ManuscriptError(question.message);
}
