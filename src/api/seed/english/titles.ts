import { createDeck, type Random } from '../random.ts';
import { fill } from '../template.ts';
import { type Category, PREMISES, type Premise, premisesOf } from './premises.ts';
import type { Story } from './story.ts';

/** The premise of a book, and the pattern of its title if it must follow a certain one. */
export interface Assignment {
  readonly premise: Premise;
  readonly pattern: string | undefined;
}

/** Assigns premises and titles. No premise is used again before all have been used, and no title is used twice. */
export interface TitlePicker {
  ofCategory(category: Category): Assignment;
  /** Assigns a title that starts with the next letter of the alphabet; undefined if none is left. */
  ofNextLetter(): Assignment | undefined;
  titleOf(story: Story, pattern: string | undefined, random: Random): string;
}

const LETTERS = [...'QXZJKUVYION0EGDHFLMPRBCSWAT'];
const MAX_ATTEMPTS = 10;
const isOpen = (pattern: string) => /[{[]/.test(pattern);

const BY_LETTER = Map.groupBy(
  PREMISES.flatMap((premise) => premise.titles.map((pattern) => ({ premise, pattern }))),
  ({ pattern }) => initialOf(pattern),
);

const anyTitle = (premise: Premise): Assignment => ({ premise, pattern: undefined });
const ALL: readonly Assignment[] = PREMISES.map(anyTitle);

/**
 * Returns the initial of titles with this pattern: A to Z, `0` for a digit or another script, '' if it depends on the
 * slots.
 */
function initialOf(pattern: string): string {
  const first = pattern.charAt(0).toUpperCase();
  if (/^[A-Z]$/.test(first)) return first;
  return /[[{]/.test(first) ? '' : '0';
}

/** Creates a title picker. @param takenTitles titles that are already in use */
export function createTitlePicker(random: Random, takenTitles: readonly string[]): TitlePicker {
  const usedTitles = new Set<string>(takenTitles);
  const uses = new Map<Premise, number>();
  const usesOf = ({ premise }: Assignment) => uses.get(premise) ?? 0;
  const unused = (candidates: readonly Assignment[]) => candidates.filter((candidate) => usesOf(candidate) === 0);
  const assign = (candidates: readonly Assignment[]): Assignment => {
    const minUses = Math.min(...candidates.map(usesOf));
    const chosen = random.pick(candidates.filter((candidate) => usesOf(candidate) === minUses));
    uses.set(chosen.premise, minUses + 1);
    return chosen;
  };
  let letter = -1;
  return {
    ofCategory(category) {
      const candidates = premisesOf(category).map(anyTitle);
      return assign(unused(candidates).length > 0 || uses.size === PREMISES.length ? candidates : unused(ALL));
    },
    ofNextLetter() {
      letter = (letter + 1) % LETTERS.length;
      const free = (BY_LETTER.get(LETTERS[letter] ?? '') ?? []).filter(
        ({ pattern }) => isOpen(pattern) || !usedTitles.has(pattern),
      );
      const candidates = uses.size < PREMISES.length ? unused(free) : free;
      return candidates.length > 0 ? assign(candidates) : undefined;
    },
    titleOf: (story, pattern, chooser) => titleOf(story, pattern, chooser, usedTitles),
  };
}

function titleOf(story: Story, pattern: string | undefined, random: Random, usedTitles: Set<string>): string {
  const deal = createDeck(story.premise.titles, random);
  const first = fill(pattern ?? deal(), random, story.slots);
  let title = first;
  for (let attempt = 0; usedTitles.has(title) && attempt < MAX_ATTEMPTS; attempt += 1)
    title = fill(deal(), random, story.slots);
  if (usedTitles.has(title)) title = variantOf(first, story, usedTitles);
  usedTitles.add(title);
  return title;
}

/** Varies a title if all regular titles are in use. */
function variantOf(title: string, { slots }: Story, usedTitles: ReadonlySet<string>): string {
  const { place = '', Hero = '' } = slots;
  const candidates = [`${title}, or ${Hero}`];
  if (!title.includes(place)) candidates.unshift(`${title}: A Novel of ${place}`);
  for (let volume = 2; volume < 1000; volume += 1) candidates.push(`${title}, Volume ${volume}`);
  return candidates.find((candidate) => !usedTitles.has(candidate)) ?? title;
}
