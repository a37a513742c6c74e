import type { NewChapter } from '../../store/records.ts';
import { chapterOf } from '../chapter.ts';
import { type Block, blocksOf, entryOf, listOf, readData, tableOf } from '../data.ts';
import { createDeck, type Random } from '../random.ts';
import { capitalised, fill, type Slots } from '../template.ts';
import { numberWord } from './names.ts';
import type { Story } from './story.ts';

/** How much a chapter holds: about 350, 150 or 80 words. */
export type ChapterSize = 'full' | 'short' | 'tiny';

const SCENES: Readonly<Record<ChapterSize, readonly string[]>> = {
  full: ['opening', 'action', 'talk', 'thought', 'action', 'talk', 'thought', 'closing'],
  short: ['opening', 'talk', 'action', 'closing'],
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

/** Writes a story's chapters one after another; no piece comes again before all have had their turn. */
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
  return {
    title: () => piece('chapter'),
    /** @param last whether the book ends with it */
    chapter(title: string, size: ChapterSize, updatedAt: string, last: boolean): NewChapter {
      const scenes = SCENES[size].map((kind) => (last && kind === 'closing' ? 'end' : kind));
      const paragraphs = scenes.flatMap((kind) => piece(kind).split(' // '));
      return chapterOf(title, paragraphs, updatedAt);
    },
  };
}
