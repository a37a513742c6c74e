import { LecternError } from '#src/lib/errors.ts';
import type { Piece, PlannedChapter } from './types.ts';

/** Thrown if planned chapters do not fit the book. The message names the chapter and says what to do. */
export class PlanError extends LecternError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('PLAN', message, options);
  }
}

const MAX_TITLE_CHARACTERS = 300;

/**
 * Checks that each planned chapter has a title and a text, and that no text is used twice.
 * @param blocks the number of blocks of each original chapter
 * @throws PlanError if not
 */
export function checkPlan(plan: readonly PlannedChapter[], blocks: readonly number[]): void {
  if (plan.length === 0) throw new PlanError('The plan has no chapters. Keep at least one.');
  const piecesByChapter = new Map<number, Piece[]>();
  for (const [index, { title, part, pieces }] of plan.entries()) {
    const name = `Chapter ${index + 1} of the plan`;
    if (title.trim() === '') throw new PlanError(`${name} has no title.`);
    for (const [what, text] of Object.entries({ title, part: part ?? '' }))
      if (text.length > MAX_TITLE_CHARACTERS)
        throw new PlanError(
          `${name} has a ${what} of ${text.length} characters; the limit is ${MAX_TITLE_CHARACTERS}.`,
        );
    if (pieces.length === 0) throw new PlanError(`${name} ("${title}") has no text. Leave it out, or add a piece.`);
    for (const piece of pieces) {
      checkPiece(piece, blocks[piece.chapter], `${name} ("${title}")`);
      const others = piecesByChapter.get(piece.chapter) ?? [];
      piecesByChapter.set(piece.chapter, [...others, piece]);
    }
  }
  for (const [chapter, pieces] of piecesByChapter) checkOverlap(chapter, pieces);
}

function checkPiece({ chapter, from, to }: Piece, count: number | undefined, name: string): void {
  if (count === undefined) throw new PlanError(`${name} uses chapter ${chapter} of the file, which does not exist.`);
  // A chapter without blocks, such as one that has only notes, has one empty piece.
  const isEmpty = count === 0 && from === 0 && to === 0;
  if (isEmpty || (Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from < to && to <= count)) return;
  throw new PlanError(
    `${name} uses blocks ${from} to ${to} of chapter ${chapter} of the file, which has blocks 0 to ${count}.`,
  );
}

function checkOverlap(chapter: number, pieces: readonly Piece[]): void {
  const sorted = pieces.toSorted((a, b) => a.from - b.from || a.to - b.to);
  for (const [index, piece] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next && (next.from < piece.to || (next.from === piece.from && next.to === piece.to)))
      throw new PlanError(
        `The plan uses block ${next.from} of chapter ${chapter} of the file twice. Each block belongs to one chapter.`,
      );
  }
}
