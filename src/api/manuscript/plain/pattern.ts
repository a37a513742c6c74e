import { RE2JS } from 're2js';
import { parseHeading } from '../headings/parse.ts';
import { ManuscriptError } from '../types.ts';
import type { Candidate } from './candidates.ts';
import type { Line } from './lines.ts';

const MAX_PATTERN_CHARACTERS = 500;
/** Maximum length of a heading. */
const MAX_LINE_CHARACTERS = 300;

/**
 * Finds the lines that the operator's pattern matches completely. The title is what the first group of the pattern
 * matches, or else the line. The engine (re2js) runs every pattern in linear time.
 * @throws ManuscriptError if the pattern is invalid
 */
export function patternCandidates(lines: readonly Line[], pattern: string): Candidate[] {
  const compiled = compile(pattern);
  return lines.flatMap(({ text }, at): Candidate[] => {
    if (text === '' || text.length > MAX_LINE_CHARACTERS) return [];
    const matcher = compiled.matcher(text);
    if (!matcher.matches()) return [];
    const title = (matcher.groupCount() > 0 && matcher.group(1)) || text;
    const parsed = parseHeading(title);
    const knownHeading = parsed?.level === 'chapter' || parsed?.level === 'matter' ? parsed : undefined;
    const heading = knownHeading ?? {
      level: 'chapter',
      unit: 'pattern',
      value: undefined,
      label: '',
      title,
      isGlued: false,
      isWeak: false,
      language: '',
      keepsLabel: false,
    };
    return [{ at, end: at + 1, heading }];
  });
}

function compile(pattern: string): RE2JS {
  if (pattern.length > MAX_PATTERN_CHARACTERS)
    throw new ManuscriptError(
      `--chapter-pattern has ${pattern.length} characters; the limit is ${MAX_PATTERN_CHARACTERS}.`,
    );
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch (cause) {
    throw new ManuscriptError(
      `--chapter-pattern is invalid: ${(cause as Error).message}. Use RE2 syntax, which has no look-ahead and no back-references.`,
      { cause },
    );
  }
}
