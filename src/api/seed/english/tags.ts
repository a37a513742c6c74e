import type { Random } from '../random.ts';
import type { Category } from './premises.ts';

/** Tags for moods and themes that fit any book of a category. */
const MOODS: Readonly<Record<Category, readonly string[]>> = {
  Romance: [
    'slow burn',
    'second chances',
    'contemporary',
    'starting over',
    'homecoming',
    'dry humour',
    'friendship',
    'secrets',
  ],
  Fantasy: [
    'quiet magic',
    'strange places',
    'bargains',
    'intrigue',
    'exile',
    'ruins',
    'found family',
    'curses',
    'friendship',
  ],
  Mystery: [
    'amateur sleuth',
    'small town',
    'family secrets',
    'dry humour',
    'cold case',
    'secrets',
    'blackmail',
    'winter',
  ],
  'Science Fiction': [
    'near future',
    'slow travel',
    'memory',
    'friendship',
    'utopia gone wrong',
    'working life',
    'survival',
  ],
  Historical: [
    'letters',
    'scandal',
    'family secrets',
    'father and daughter',
    'feud',
    'working life',
    'intrigue',
    'secrets',
  ],
  Adventure: [
    'race against time',
    'survival',
    'expeditions',
    'friendship',
    'rivals',
    'found family',
    'humour',
    'winter',
  ],
  Thriller: [
    'psychological suspense',
    'conspiracy',
    'race against time',
    'unreliable narrator',
    'secrets',
    'survival',
    'winter',
  ],
  Comedy: ['dry humour', 'humour', 'satire', 'neighbours', 'friendship', 'old age', 'mistaken identity', 'small town'],
};

/** Returns one or two more tags for a book of the category. */
export function moodsOf(category: Category, tags: readonly string[], random: Random): string[] {
  const candidates = MOODS[category].filter((tag) => !tags.includes(tag));
  return random.shuffled(candidates).slice(0, random.chance(0.5) ? 1 : 2);
}
