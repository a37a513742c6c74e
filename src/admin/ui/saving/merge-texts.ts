import { diffArrays } from 'diff';
import { onLines } from '../chapters/on-lines.ts';

/** A part of a text that two people have changed. */
export type Piece =
  | { readonly kind: 'same'; readonly lines: readonly string[] }
  /** Changed by one person only, or by both in the same way. */
  | {
      readonly kind: 'yours' | 'theirs' | 'agreed';
      readonly before: readonly string[];
      readonly lines: readonly string[];
    }
  | { readonly kind: 'conflict'; readonly yours: readonly string[]; readonly theirs: readonly string[] };

export type Choice = 'yours' | 'theirs' | 'both';

/** Lines `start` to `end` of the base text, and the lines that replace them. */
interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
  readonly side: 'yours' | 'theirs';
}

/** The paragraphs of a text, or the block elements of HTML. */
export const paragraphsOf = (text: string): string[] => onLines(text.replaceAll('\r\n', '\n')).split('\n');

/** Merges two changed versions of a text by paragraph. @param base the version that both started from */
export function mergeTexts(base: string, yours: string, theirs: string): Piece[] {
  const before = paragraphsOf(base);
  const hunks = [...hunksOf(before, yours, 'yours'), ...hunksOf(before, theirs, 'theirs')].sort(
    (a, b) => a.start - b.start || a.end - b.end,
  );
  const pieces: Piece[] = [];
  let at = 0;
  for (const group of overlapping(hunks)) {
    const start = group[0]?.start ?? at;
    const end = Math.max(...group.map((hunk) => hunk.end));
    if (start > at) pieces.push({ kind: 'same', lines: before.slice(at, start) });
    pieces.push(pieceOf(before, start, end, group));
    at = end;
  }
  if (at < before.length) pieces.push({ kind: 'same', lines: before.slice(at) });
  return pieces;
}

function hunksOf(before: readonly string[], text: string, side: Hunk['side']): Hunk[] {
  const hunks: Hunk[] = [];
  let at = 0;
  let isOpen = false;
  for (const { value, added, removed } of diffArrays([...before], paragraphsOf(text))) {
    const size = removed || !added ? value.length : 0;
    if (added || removed) {
      const open = isOpen ? hunks.pop() : undefined;
      hunks.push({
        side,
        start: open?.start ?? at,
        end: at + size,
        lines: [...(open?.lines ?? []), ...(added ? value : [])],
      });
    }
    isOpen = added || removed;
    at += size;
  }
  return hunks.flatMap(byLine);
}

/** Splits a hunk that replaces lines one by one, so that only the lines that both people changed become conflicts. */
const byLine = (hunk: Hunk): Hunk[] =>
  hunk.end - hunk.start === hunk.lines.length
    ? hunk.lines.map((line, index) => ({
        ...hunk,
        start: hunk.start + index,
        end: hunk.start + index + 1,
        lines: [line],
      }))
    : [hunk];

/** Groups hunks that change the same lines, or insert at the same place. */
function overlapping(hunks: readonly Hunk[]): Hunk[][] {
  const groups: Hunk[][] = [];
  let end = 0;
  for (const hunk of hunks) {
    const group = groups.at(-1);
    const isSamePlace = group?.some(({ start, end: last }) => start === hunk.start && last === hunk.end) ?? false;
    if (group && (hunk.start < end || isSamePlace)) group.push(hunk);
    else groups.push([hunk]);
    end = Math.max(end, hunk.end);
  }
  return groups;
}

function pieceOf(before: readonly string[], start: number, end: number, hunks: readonly Hunk[]): Piece {
  const version = (side: Hunk['side']) => {
    const own = hunks.filter((hunk) => hunk.side === side);
    const ends = [start, ...own.map((hunk) => hunk.end)];
    return [
      ...own.flatMap((hunk, index) => [...before.slice(ends[index], hunk.start), ...hunk.lines]),
      ...before.slice(ends.at(-1), end),
    ];
  };
  const [side] = new Set(hunks.map((hunk) => hunk.side)).size === 1 ? hunks : [];
  if (side) return { kind: side.side, before: before.slice(start, end), lines: version(side.side) };
  const [yours, theirs] = [version('yours'), version('theirs')];
  if (yours.join('\n') === theirs.join('\n')) return { kind: 'agreed', before: before.slice(start, end), lines: yours };
  return { kind: 'conflict', yours, theirs };
}

/** The merged text. @param choices for each conflict, by its index in `pieces` */
export const mergedText = (pieces: readonly Piece[], choices: Readonly<Record<number, Choice>>): string =>
  pieces
    .flatMap((piece, index) => (piece.kind === 'conflict' ? chosen(piece, choices[index]) : piece.lines))
    .join('\n');

const chosen = ({ yours, theirs }: Piece & { kind: 'conflict' }, choice: Choice = 'both'): readonly string[] =>
  ({ yours, theirs, both: [...theirs, ...yours] })[choice];
