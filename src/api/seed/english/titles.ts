import { createDeck, type Random } from '../random.ts';
import { fill } from '../template.ts';
import { type Category, PREMISES, type Premise, premisesOf } from './premises.ts';
import type { Story } from './story.ts';

/** What a book is to be: a premise, and perhaps the pattern of its title. */
export interface Assignment {
  readonly premise: Premise;
  readonly pattern: string | undefined;
}

/** Hands out premises and titles: no premise comes back before its fellows, no title twice. */
export interface TitlePicker {
  ofCategory(category: Category): Assignment;
  /** A title that starts with the next letter of the alphabet due, or undefined where none is left. */
  ofNextLetter(): Assignment | undefined;
  titleOf(story: Story, pattern: string | undefined, random: Random): string;
}

const LETTERS = [...'QXZJKUVYION0EGDHFLMPRBCSWAT'];
const TRIES = 10;
const isOpen = (pattern: string) => /[{[]/.test(pattern);

const BY_LETTER = Map.groupBy(
  PREMISES.flatMap((premise) => premise.titles.map((pattern) => ({ premise, pattern }))),
  ({ pattern }) => initialOf(pattern),
);

/** A to Z, `0` for digits and letters of other scripts, '' where it is not known before the slots are filled. */
function initialOf(pattern: string): string {
  const first = pattern.charAt(0).toUpperCase();
  if (/^[A-Z]$/.test(first)) return first;
  return /[[{]/.test(first) ? '' : '0';
}

/** @param taken titles that are given away already */
export function createTitlePicker(random: Random, taken: readonly string[]): TitlePicker {
  const used = new Set<string>(taken);
  const uses = new Map<Premise, number>();
  const assign = <A extends Assignment>(candidates: readonly A[]): A => {
    const least = Math.min(...candidates.map(({ premise }) => uses.get(premise) ?? 0));
    const chosen = random.pick(candidates.filter(({ premise }) => (uses.get(premise) ?? 0) === least));
    uses.set(chosen.premise, least + 1);
    return chosen;
  };
  let letter = -1;
  return {
    ofCategory: (category) => assign(premisesOf(category).map((premise) => ({ premise, pattern: undefined }))),
    ofNextLetter() {
      letter = (letter + 1) % LETTERS.length;
      const candidates = BY_LETTER.get(LETTERS[letter] ?? '') ?? [];
      const free = candidates.filter(({ pattern }) => isOpen(pattern) || !used.has(pattern));
      return free.length > 0 ? assign(free) : undefined;
    },
    titleOf: (story, pattern, chooser) => titleOf(story, pattern, chooser, used),
  };
}

function titleOf(story: Story, pattern: string | undefined, random: Random, used: Set<string>): string {
  const deal = createDeck(story.premise.titles, random);
  const first = fill(pattern ?? deal(), random, story.slots);
  let title = first;
  for (let attempt = 0; used.has(title) && attempt < TRIES; attempt += 1) title = fill(deal(), random, story.slots);
  if (used.has(title)) title = furtherTitle(first, story, used);
  used.add(title);
  return title;
}

/** What a publisher does when the good titles are gone. */
function furtherTitle(title: string, { slots }: Story, used: ReadonlySet<string>): string {
  const { place = '', Hero = '' } = slots;
  const candidates = [`${title}, or ${Hero}`];
  if (!title.includes(place)) candidates.unshift(`${title}: A Novel of ${place}`);
  for (let volume = 2; volume < 1000; volume += 1) candidates.push(`${title}, Volume ${volume}`);
  return candidates.find((candidate) => !used.has(candidate)) ?? title;
}
