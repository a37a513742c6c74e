import type { BookPreview, Oddity, Piece, PlannedChapter } from '../../contract/imports.ts';

/** The chapters to store, in order. Each function returns a new plan. */
export type Plan = readonly PlannedChapter[];

type ReadChapter = Pick<BookPreview['chapters'][number], 'title' | 'part' | 'kind' | 'words' | 'blocks'>;

/** The word count of each block, by index of the chapter as read. Contains only chapters whose blocks were loaded. */
export type BlockWords = Readonly<Record<number, readonly number[]>>;

/** The plan that stores the chapters as read. */
export const planOf = (chapters: readonly ReadChapter[]): Plan =>
  chapters.map(({ title, part, kind, blocks }, chapter) => ({
    title,
    part,
    kind,
    pieces: [{ chapter, from: 0, to: blocks }],
  }));

/** Identifies a chapter of the plan across edits and moves. No two chapters start with the same block. */
export function idOf({ pieces: [first] }: PlannedChapter): string {
  return first ? `${first.chapter}-${first.from}` : '';
}

export const isSamePlan = (a: Plan, b: Plan): boolean =>
  a.length === b.length && a.every((chapter, at) => isSameChapter(chapter, b[at]));

const isSameChapter = (a: PlannedChapter, b: PlannedChapter | undefined) =>
  a === b ||
  (a.title === b?.title &&
    a.part === b.part &&
    a.kind === b.kind &&
    a.pieces.length === b.pieces.length &&
    a.pieces.every((piece, at) => isSamePiece(piece, b.pieces[at])));

const isSamePiece = (a: Piece, b: Piece | undefined) => a.chapter === b?.chapter && a.from === b.from && a.to === b.to;

export const changed = (plan: Plan, at: number, changes: Partial<Omit<PlannedChapter, 'pieces'>>): Plan =>
  plan.map((chapter, place) => (place === at ? { ...chapter, ...changes } : chapter));

/** Renames the part of the chapter at `at`, in this chapter and in the adjacent chapters of the same part. */
export function partRenamed(plan: Plan, at: number, part: string | null): Plan {
  const { start, end } = partAround(plan, at);
  return plan.map((chapter, place) => (place >= start && place < end ? { ...chapter, part } : chapter));
}

/** The adjacent chapters that belong to the same part as the chapter at `at`; `end` is exclusive. */
export function partAround(plan: Plan, at: number): { start: number; end: number } {
  const part = plan[at]?.part;
  let [start, end] = [at, at + 1];
  while (start > 0 && plan[start - 1]?.part === part) start -= 1;
  while (end < plan.length && plan[end]?.part === part) end += 1;
  return { start, end };
}

/** Moves a chapter to another position; both count from 0. */
export function moved(plan: Plan, from: number, to: number): Plan {
  const chapter = plan[from];
  if (!chapter) return plan;
  const remaining = plan.filter((_, at) => at !== from);
  return [...remaining.slice(0, to), chapter, ...remaining.slice(to)];
}

/** Appends a chapter's text to the previous chapter, which keeps its title, part and kind. */
export function mergedWithPrevious(plan: Plan, at: number): Plan {
  const [previous, chapter] = [plan[at - 1], plan[at]];
  if (!previous || !chapter) return plan;
  const merged = { ...previous, pieces: joined([...previous.pieces, ...chapter.pieces]) };
  return [...plan.slice(0, at - 1), merged, ...plan.slice(at + 1)];
}

/** Joins adjacent pieces that are contiguous in the file. */
const joined = (pieces: readonly Piece[]): Piece[] =>
  pieces.reduce<Piece[]>((list, piece) => {
    const last = list.at(-1);
    if (last?.chapter !== piece.chapter || last.to !== piece.from) list.push(piece);
    else list[list.length - 1] = { ...last, to: piece.to };
    return list;
  }, []);

export interface Split {
  /** The block that starts the second chapter, counted from 0 over all pieces. */
  readonly block: number;
  /** Title of the second chapter. */
  readonly title: string;
  /** Whether the block is only a heading. It is then left out of the text. */
  readonly isHeading: boolean;
}

/** Splits a chapter in two. Returns the plan unchanged if either half would have no text. */
export function split(plan: Plan, at: number, { block, title, isHeading }: Split): Plan {
  const chapter = plan[at];
  if (!chapter) return plan;
  const first = cut(chapter.pieces, 0, block);
  const second = cut(chapter.pieces, isHeading ? block + 1 : block, Number.POSITIVE_INFINITY);
  if (first.length === 0 || second.length === 0) return plan;
  const parts = [
    { ...chapter, pieces: first },
    { ...chapter, title, pieces: second },
  ];
  return [...plan.slice(0, at), ...parts, ...plan.slice(at + 1)];
}

/** The blocks `start` to `end`, counted across all pieces; `end` is exclusive. */
function cut(pieces: readonly Piece[], start: number, end: number): Piece[] {
  let before = 0;
  return pieces.flatMap(({ chapter, from, to }) => {
    const offset = from - before;
    before += to - from;
    const [first, last] = [Math.max(from, start + offset), Math.min(to, end + offset)];
    return first < last ? [{ chapter, from: first, to: last }] : [];
  });
}

export const without = (plan: Plan, at: number): Plan => plan.filter((_, place) => place !== at);

/** Pieces of text that no chapter of the plan contains, in the order of the file. */
export function omittedFrom(plan: Plan, chapters: readonly ReadChapter[]): Piece[] {
  const placedPieces = new Map<number, Piece[]>();
  for (const { pieces } of plan)
    for (const piece of pieces) placedPieces.set(piece.chapter, [...(placedPieces.get(piece.chapter) ?? []), piece]);
  return chapters.flatMap(({ blocks }, chapter) => gaps(placedPieces.get(chapter) ?? [], chapter, blocks));
}

function gaps(used: readonly Piece[], chapter: number, blocks: number): Piece[] {
  if (used.length === 0) return [{ chapter, from: 0, to: blocks }];
  const gapPieces: Piece[] = [];
  let from = 0;
  for (const piece of used.toSorted((a, b) => a.from - b.from)) {
    if (piece.from > from) gapPieces.push({ chapter, from, to: piece.from });
    from = Math.max(from, piece.to);
  }
  if (from < blocks) gapPieces.push({ chapter, from, to: blocks });
  return gapPieces;
}

/** Adds omitted text as a chapter, after the chapter with the text that precedes it in the file. */
export function restored(plan: Plan, piece: Piece, { title, part, kind }: Omit<ReadChapter, 'words' | 'blocks'>): Plan {
  const place = 1 + plan.findLastIndex(({ pieces }) => pieces.some((other) => precedes(other, piece)));
  return [...plan.slice(0, place), { title, part, kind, pieces: [piece] }, ...plan.slice(place)];
}

const precedes = (a: Piece, b: Piece) => a.chapter < b.chapter || (a.chapter === b.chapter && a.from < b.from);

/**
 * A chapter's word count. If a split chapter's blocks are not loaded, the count is estimated from its share of the
 * blocks.
 */
export function wordsOf(
  { pieces }: Pick<PlannedChapter, 'pieces'>,
  chapters: readonly Pick<ReadChapter, 'words' | 'blocks'>[],
  blockWords: BlockWords = {},
): { words: number; isEstimate: boolean } {
  let [words, isEstimate] = [0, false];
  for (const { chapter, from, to } of pieces) {
    const { words: all = 0, blocks = 0 } = chapters[chapter] ?? {};
    const loaded = blockWords[chapter];
    if (from === 0 && to === blocks) words += all;
    else if (loaded) words += loaded.slice(from, to).reduce((sum, count) => sum + count, 0);
    else {
      words += Math.round((all * (to - from)) / Math.max(1, blocks));
      isEstimate = true;
    }
  }
  return { words, isEstimate };
}

/** The oddities that the plan has not resolved, by id of the chapter concerned. */
export function openOddities(
  plan: Plan,
  oddities: readonly Oddity[],
  chapters: readonly Pick<ReadChapter, 'blocks'>[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const places = placesOf(plan);
  for (const oddity of oddities)
    for (const place of openPlaces(oddity, plan, places, chapters)) {
      const chapter = plan[place];
      if (chapter) found.set(idOf(chapter), [...(found.get(idOf(chapter)) ?? []), oddity.message]);
    }
  return found;
}

/** Positions in the plan by index of the chapter as read. */
function placesOf(plan: Plan): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>();
  plan.forEach(({ pieces }, place) => {
    for (const chapter of new Set(pieces.map((piece) => piece.chapter)))
      places.set(chapter, [...(places.get(chapter) ?? []), place]);
  });
  return places;
}

function openPlaces(
  { kind, chapters: concerned }: Oddity,
  plan: Plan,
  places: ReadonlyMap<number, readonly number[]>,
  chapters: readonly Pick<ReadChapter, 'blocks'>[],
): number[] {
  const all = [...new Set(concerned.flatMap((chapter) => places.get(chapter) ?? []))];
  // Leaving out one of two equal chapters resolves `duplicate`; merging a short chapter resolves `short`.
  if (kind === 'duplicate') return concerned.filter((chapter) => places.has(chapter)).length > 1 ? all : [];
  if (kind === 'short' || kind === 'empty') return all.filter((place) => plan[place]?.pieces.length === 1);
  if (kind === 'long') return all.filter((place) => containsWhole(plan[place], concerned, chapters));
  return all;
}

const containsWhole = (
  chapter: PlannedChapter | undefined,
  concerned: readonly number[],
  chapters: readonly Pick<ReadChapter, 'blocks'>[],
) =>
  chapter?.pieces.some(
    (piece) => concerned.includes(piece.chapter) && piece.from === 0 && piece.to === chapters[piece.chapter]?.blocks,
  ) === true;
