import { DEFAULT_LIMITS } from '../epub/limits.ts';
import { countTags, isPlainMarkup, MAX_DEPTH } from '../epub/tree.ts';
import { ManuscriptError } from './types.ts';

/** Checks a text before it is parsed, because parsers and later steps are recursive. @throws ManuscriptError */
export function checkMarkup(text: string): void {
  const tags = countTags(text);
  if (tags > DEFAULT_LIMITS.documentTags)
    throw new ManuscriptError(`It has ${tags} tags; the limit is ${DEFAULT_LIMITS.documentTags}. Divide it.`);
  if (!isPlainMarkup(text)) throw tooDeep(MAX_DEPTH);
}

export const tooDeep = (levels: number, cause?: unknown) =>
  new ManuscriptError(
    `Its elements are nested deeper than in any book (more than ${levels} levels), so it is not imported. Save it as plain text.`,
    { cause },
  );
