import { LecternError } from '#src/lib/errors.ts';

/** Something the operator should check, because software cannot decide it. */
export interface Doubt {
  readonly about: 'encoding' | 'language' | 'damage' | 'chapters' | 'loss';
  /** What it is, and what to do. */
  readonly message: string;
  /** Whether the file is rejected until the operator answers with an option. */
  readonly isQuestion: boolean;
}

/** Thrown for a file that cannot be imported. The message says what happened, why, and what to do. */
export class ManuscriptError extends LecternError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('MANUSCRIPT', message, options);
  }
}

/** Rejects a book with an open question: unlike a preview, an import must not guess. @throws ManuscriptError */
export function rejectOpenQuestion(doubts: readonly Doubt[] = []): void {
  const question = doubts.find(({ isQuestion }) => isQuestion);
  if (question) throw new ManuscriptError(question.message);
}
