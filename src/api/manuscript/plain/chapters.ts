import { type Heading, titleOf } from '../headings/heading.ts';
import { isOrdinary } from '../headings/lexicon.ts';
import type { Candidate } from './candidates.ts';
import type { Line } from './lines.ts';

/** Roles assigned to the headings of a text. */
export interface Plan {
  readonly chapters: readonly Candidate[];
  readonly parts: readonly Candidate[];
  /** Headings of scenes and sections within chapters. */
  readonly inner: readonly Candidate[];
  /** Entries of a contents list and repeated headings, whose lines are removed. */
  readonly dropped: readonly Candidate[];
}

/** Decides which candidates begin chapters and parts. */
export function planOf(candidates: readonly Candidate[], lines: readonly Line[]): Plan {
  const single = withoutRepeats(candidates, lines);
  const places = new Set(single.map(({ at }) => at));
  const dropped = candidates.filter(({ at }) => !places.has(at));
  return { ...levelsOf(inSeries(single, lines), lines), dropped };
}

function levelsOf(real: readonly Candidate[], lines: readonly Line[]): Omit<Plan, 'dropped'> {
  const at = (level: Heading['level']) => real.filter(({ heading }) => heading.level === level);
  const [chapters, parts, matter] = [at('chapter'), at('part'), at('matter')];
  const sections = at('section').filter((candidate, _index, all) => isSeries(candidate, all));
  const bare = at('bare');
  const order = (all: Candidate[]) => all.toSorted((a, b) => a.at - b.at);
  if (chapters.length > 0) {
    const [main, low] = byDepth(chapters);
    const odd = bare.filter((candidate) => isUnlabelled(candidate, bare, main));
    const scenes = bare.filter((candidate) => isNumberAlone(candidate) && !odd.includes(candidate));
    return { chapters: order([...main, ...odd, ...matter]), parts, inner: order([...low, ...sections, ...scenes]) };
  }
  if (sections.length > 0)
    return { chapters: order([...sections, ...matter]), parts, inner: bare.filter(isNumberAlone) };
  const series = bareSeries(bare, parts, lines);
  if (series.length > 0) {
    const innerNumbers = bare.filter((candidate) => !series.includes(candidate) && isNumberAlone(candidate));
    return { chapters: order([...series, ...matter]), parts, inner: innerNumbers };
  }
  return { chapters: order([...parts, ...matter]), parts: [], inner: bare.filter(isNumberAlone) };
}

/**
 * Whether a heading is part of a series. A heading with an ordinary word, such as "Day One", counts only if the word
 * occurs with another number too ("Day Two").
 */
const isSeries = ({ heading }: Candidate, sections: readonly Candidate[]) =>
  !isOrdinary(heading.unit) ||
  new Set(sections.flatMap((candidate) => (candidate.heading.unit === heading.unit ? [candidate.heading.value] : [])))
    .size > 1;

const isNumberAlone = ({ heading }: Candidate) => heading.title === '';

/**
 * Whether a heading begins a chapter although it lacks the label of the others, such as "Twenty-Two" after "Chapter
 * Twenty-One". It is a scene if the numbers start at one in each chapter, or at two if the first scene has no number.
 */
function isUnlabelled(candidate: Candidate, bare: readonly Candidate[], chapters: readonly Candidate[]): boolean {
  const { value = 0, unit } = candidate.heading;
  const chapter = chapters.findLast(({ at }) => at < candidate.at);
  const isCounted = bare.some(
    ({ at, heading }) => at > (chapter?.at ?? -1) && at < candidate.at && heading.unit === unit,
  );
  return value >= 3 && !isCounted && (unit === 'words' || value === (chapter?.heading.value ?? 0) + 1);
}

/** Separates scenes from the chapters that contain them. If there are only scenes, they are the chapters. */
function byDepth(chapters: readonly Candidate[]): [main: Candidate[], low: Candidate[]] {
  const scenes = chapters.filter(({ heading }) =>
    /^(?:scene|escena|cena|scène|szene|auftritt|scena|scén|сцена|явление|ява|sahne|المشهد)/u.test(heading.unit),
  );
  if (scenes.length === 0 || scenes.length === chapters.length) return [[...chapters], []];
  return [chapters.filter((candidate) => !scenes.includes(candidate)), scenes];
}

const keyOf = ({ heading }: Candidate) =>
  `${heading.level} ${heading.unit} ${heading.value ?? titleOf(heading).toLowerCase()} ${heading.part?.value ?? ''}`;

/**
 * Removes contents lists and repeated headings. A heading without text below it that is repeated later is an entry of
 * a list. Of two equal headings in a row, the longer one remains.
 */
function withoutRepeats(all: readonly Candidate[], lines: readonly Line[]): Candidate[] {
  const candidates = [...all];
  const last = new Map<string, number>();
  for (const [index, candidate] of candidates.entries()) last.set(keyOf(candidate), index);
  const merged: Candidate[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const next = candidates[index + 1];
    const isEmpty = next !== undefined && !hasText(lines, candidate.end, next.at);
    if (!isEmpty || candidate.heading.level === 'bare') {
      merged.push(candidate);
      continue;
    }
    if (keyOf(candidate) === keyOf(next)) {
      // One of the two headings may lack the title.
      const longer = candidate.heading.title.length > next.heading.title.length ? candidate.heading : next.heading;
      candidates[index + 1] = { ...next, heading: longer };
      continue;
    }
    if ((last.get(keyOf(candidate)) ?? index) > index && candidate.heading.level !== 'part') continue;
    merged.push(candidate);
  }
  return withoutListedParts(merged, lines);
}

/**
 * Removes parts that are entries of a contents list: each is repeated later, and no text follows the part or a chapter
 * in it.
 */
function withoutListedParts(candidates: readonly Candidate[], lines: readonly Line[]): Candidate[] {
  return candidates.filter((candidate, index) => {
    if (candidate.heading.level !== 'part') return true;
    const again = candidates.findIndex((other, at) => at > index && keyOf(other) === keyOf(candidate));
    if (again < 0) return true;
    const end = candidates.findIndex((other, at) => at > index && other.heading.level !== 'part');
    const last = end < 0 ? candidates.length - 1 : end;
    return (
      hasText(lines, candidate.end, candidates[index + 1]?.at ?? lines.length) || isFilled(candidates, last, lines)
    );
  });
}

/** Whether there is text between a heading and the next one. */
const isFilled = (candidates: readonly Candidate[], at: number, lines: readonly Line[]) =>
  hasText(lines, candidates[at]?.end ?? lines.length, candidates[at + 1]?.at ?? lines.length);

export const hasText = (lines: readonly Line[], from: number, to: number): boolean =>
  lines.slice(from, to).some(({ text }) => text !== '' && !/^[\s*~=_—–-]+$/u.test(text));

/** Maximum gap between numbers of a series. Chapters are missing in many copies. */
const MAX_JUMP = 3;

/** Removes sentences that look like headings but whose number does not continue a series. */
function inSeries(candidates: readonly Candidate[], lines: readonly Line[]): Candidate[] {
  const numbers = new Map<string, number>();
  const followers = followersOf(candidates);
  return candidates.filter((candidate, index) => {
    const { level, unit, value, isWeak } = candidate.heading;
    if (value === undefined || level === 'bare') return true;
    const key = `${level} ${unit}`;
    const previous = numbers.get(key);
    const next = followers.get(index);
    const follows = previous === undefined ? true : value > previous && value <= previous + MAX_JUMP;
    const restarts = value <= 1 && previous !== undefined;
    const precedes = next?.heading.value === value + 1;
    // A sentence may mention a number that has its own heading elsewhere, or a number far from the current one.
    const isMentioned = previous !== undefined && value <= previous && !restarts;
    if (isWeak && !(follows || restarts || precedes)) return false;
    if (isWeak && isMentioned && !precedes) return false;
    if (
      isWeak &&
      previous === undefined &&
      next !== undefined &&
      (next.heading.value ?? 0) <= value &&
      !hasEmptyBefore(lines, candidate.at)
    )
      return false;
    numbers.set(key, value);
    return true;
  });
}

/** Returns the next candidate of the same series for each index. */
function followersOf(candidates: readonly Candidate[]): Map<number, Candidate> {
  const followers = new Map<number, Candidate>();
  const nextByKey = new Map<string, Candidate>();
  for (let index = candidates.length - 1; index >= 0; index -= 1) {
    const candidate = candidates[index];
    if (!candidate) continue;
    const key = `${candidate.heading.level} ${candidate.heading.unit}`;
    const next = nextByKey.get(key);
    if (next) followers.set(index, next);
    nextByKey.set(key, candidate);
  }
  return followers;
}

const hasEmptyBefore = (lines: readonly Line[], at: number) => (lines[at - 1]?.text ?? '') === '';

/** Returns the bare numbers that are headings of chapters: they start at one, in the whole text or in each part. */
function bareSeries(bare: readonly Candidate[], parts: readonly Candidate[], lines: readonly Line[]): Candidate[] {
  const byUnit = Map.groupBy(bare, ({ heading }) => heading.unit);
  const series = [...byUnit]
    .map(([unit, all]) => (unit === 'dotted' ? inArcs(all) : countingUp(all, parts)))
    .filter((all) => all.length >= 2);
  const plausible = series.filter((all) =>
    all.every((candidate, index) => index === all.length - 1 || hasText(lines, candidate.end, all[index + 1]?.at ?? 0)),
  );
  // The numbers of chapters increase through the whole text; those of scenes start again in each chapter.
  return plausible.toSorted((a, b) => restarts(a) - restarts(b) || b.length - a.length)[0] ?? [];
}

function countingUp(all: readonly Candidate[], parts: readonly Candidate[]): Candidate[] {
  const inOrder: Candidate[] = [];
  for (const candidate of all) {
    const previous = inOrder.at(-1);
    const value = candidate.heading.value ?? 0;
    const isNewPart = parts.some(({ at }) => at < candidate.at && at > (previous?.at ?? -1));
    const expected = (previous?.heading.value ?? 0) + 1;
    if (
      value === expected ||
      (value === 1 && (isNewPart || parts.length === 0)) ||
      (value > expected && value <= expected + 1 && previous)
    )
      inOrder.push(candidate);
  }
  return inOrder[0]?.heading.value === 1 ? inOrder : [];
}

/** Minimum number of headings such as "1.1". Fewer may be a coincidence. */
const MIN_DOTTED = 3;

/** Returns the headings such as "1.1", "1.2", "2.1" whose numbers follow each other. */
function inArcs(all: readonly Candidate[]): Candidate[] {
  const inOrder: Candidate[] = [];
  for (const candidate of all) {
    const { arc, chapter } = candidate.heading.place ?? { arc: 0, chapter: 0 };
    const previous = inOrder.at(-1)?.heading.place;
    const isNext = previous && arc === previous.arc && chapter > previous.chapter && chapter <= previous.chapter + 2;
    const isNextArc = (arc === (previous?.arc ?? 0) + 1 || (!previous && arc === 0)) && chapter <= 1;
    if (isNext || isNextArc) inOrder.push(candidate);
  }
  return inOrder.length >= MIN_DOTTED ? inOrder : [];
}

const restarts = (all: readonly Candidate[]) =>
  all.filter(({ heading }, index) => index > 0 && heading.value === 1).length;
