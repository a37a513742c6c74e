import type { NewChapter } from '../../store/records.ts';
import { chapterOf } from '../chapter.ts';
import { type Block, blocksOf, entryOf, listOf, readData, tableOf } from '../data.ts';
import { createDeck, type Random } from '../random.ts';
import { capitalised, fill, type Slots } from '../template.ts';
import { numberWord } from './names.ts';
import type { Story } from './story.ts';

/** Length of a chapter: about 350, 150, 100 and 65 words. */
export type ChapterSize = 'full' | 'short' | 'serial' | 'tiny';

/** The position of a chapter in its book. */
export interface ChapterPosition {
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

const SCENES: Readonly<Record<ChapterSize, readonly string[]>> = {
  full: ['opening', 'action', 'talk', 'thought', 'action', 'talk', 'thought', 'closing'],
  short: ['opening', 'talk', 'action', 'closing'],
  serial: ['opening', 'talk', 'thought', 'closing'],
  tiny: ['opening', 'talk', 'closing'],
};

const PROSE: ReadonlyMap<string, readonly string[]> = new Map(
  blocksOf(readData('english/prose.txt'), '##').map(({ head, lines }) => [head, lines]),
);
const STAGES = new Map(
  blocksOf(readData('english/stages.txt'), '#').map(({ head, lines }: Block) => [head, propsOf(lines)]),
);

function propsOf(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return new Map([...tableOf(lines)].map(([name, list]) => [name, listOf(list)]));
}

/** Writes the chapters of a story in sequence. No piece is repeated before all have been used. */
export function createProse(story: Story, random: Random) {
  const decks = new Map([...PROSE].map(([kind, pieces]) => [kind, createDeck(pieces, random)]));
  const props = entryOf(STAGES, story.premise.stage);
  const spot = createDeck(entryOf(props, 'spot'), random);
  const light = random.pick(entryOf(props, 'light'));
  const keepsakes = random.shuffled(entryOf(props, 'keepsake')).slice(0, 2);
  const slots = (): Slots => {
    const n = numberWord(random);
    const drink = random.pick(entryOf(props, 'drink'));
    return { ...story.slots, spot: spot(), light, drink, keepsake: random.pick(keepsakes), n, N: capitalised(n) };
  };
  const piece = (kind: string) => fill(entryOf(decks, kind)(), random, slots());
  const titles = createDeck(
    [...entryOf(PROSE, 'chapter'), ...entryOf(PROSE, `chapter ${story.premise.category}`)],
    random,
  );
  return {
    title: () => fill(titles(), random, slots()),
    /** Writes a chapter. @param position whether it is the first or the last one of the book */
    chapter(title: string, size: ChapterSize, updatedAt: string, position: ChapterPosition): NewChapter {
      const scenes = SCENES[size].map((kind) => (position.isLast && kind === 'closing' ? 'end' : kind));
      const pieces = scenes.map((kind) =>
        position.isFirst && kind === 'opening' ? fill(story.premise.opening, random, story.slots) : piece(kind),
      );
      return chapterOf(
        title,
        pieces.flatMap((text) => text.split(' // ')),
        updatedAt,
      );
    },
  };
}
