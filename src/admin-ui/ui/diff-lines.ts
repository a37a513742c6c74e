import { diffLines } from 'diff';

/** A line of two texts: new, removed, in both, or standing for lines that are left out. */
export interface Line {
  readonly sign: '+' | '-' | ' ' | '…';
  readonly text: string;
}

/**
 * The lines of both texts in one order.
 * @param context how many lines that are the same stay before and behind a change; default all
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
  return shortened(
    lines,
    lines.map((_, at) => isNear(at)),
  );
}

/** Each stretch of lines that are not shown becomes one line. */
function shortened(lines: readonly Line[], shown: readonly boolean[]): Line[] {
  return lines.flatMap((line, at): Line[] => {
    if (shown[at]) return [line];
    return shown[at - 1] === false ? [] : [{ sign: '…', text: '' }];
  });
}
