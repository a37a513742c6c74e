import { diffLines } from 'diff';

/** A line of a diff: added, removed, unchanged, or a mark for omitted lines. */
export interface Line {
  readonly sign: '+' | '-' | ' ' | '…';
  readonly text: string;
}

/**
 * A line-by-line diff.
 * @param context number of unchanged lines kept before and after a change; default all
 */
export function linesOf(before: string, after: string, context = Number.POSITIVE_INFINITY): Line[] {
  const lines = diffLines(before, after).flatMap(({ value, added, removed }): Line[] => {
    const sign = added ? '+' : removed ? '-' : ' ';
    return value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ sign, text }));
  });
  if (context === Number.POSITIVE_INFINITY) return lines;
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(({ sign }) => sign !== ' ');
  return collapsed(
    lines,
    lines.map((_, at) => isNear(at)),
  );
}

/** Replaces each run of hidden lines with one mark. */
function collapsed(lines: readonly Line[], isShown: readonly boolean[]): Line[] {
  return lines.flatMap((line, at): Line[] => {
    if (isShown[at]) return [line];
    return isShown[at - 1] === false ? [] : [{ sign: '…', text: '' }];
  });
}
