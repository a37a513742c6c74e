import { type Block, blocksOf, listOf, readData } from '../data.ts';
import type { Stage } from './names.ts';

export const CATEGORIES = [
  ...(['Romance', 'Fantasy', 'Mystery', 'Science Fiction', 'Historical', 'Adventure', 'Thriller', 'Comedy'] as const),
];
export type Category = (typeof CATEGORIES)[number];

/** The outline of a story: templates of titles and of the sentences of an introduction. */
export interface Premise {
  readonly category: Category;
  readonly subCategory: string;
  readonly tags: readonly string[];
  /** The object the story is about, such as "the ledger". */
  readonly thing: string;
  readonly stage: Stage;
  /** Genders of the hero and the other main character: `f`, `m`, or `x` for either. */
  readonly cast: readonly [string, string];
  readonly titles: readonly string[];
  /** The first paragraph of the book, which no other premise shares. */
  readonly opening: string;
  /** Sentences that start with `? ` are optional. */
  readonly sentences: readonly string[];
}

const STAGE_OF: Partial<Record<Category, Stage>> = {
  Fantasy: 'realm',
  'Science Fiction': 'future',
  Historical: 'past',
  Adventure: 'sea',
};
const STAGES: readonly string[] = ['modern', 'past', 'future', 'realm', 'sea'] satisfies Stage[];

const isStage = (text: string): text is Stage => STAGES.includes(text);

/** Parses a premise: `# part | tags | thing | stage | cast`, lines `= title`, a line `> opening` and the sentences. */
function premiseOf(category: Category, { head, lines }: Block): Premise {
  const [subCategory = '', tags = '', thing = '', stage = '', cast = 'xx'] = listOf(head, '|');
  return {
    category,
    subCategory,
    tags: listOf(tags, ','),
    thing,
    stage: isStage(stage) ? stage : (STAGE_OF[category] ?? 'modern'),
    cast: [cast.charAt(0), cast.charAt(1)],
    titles: lines.filter((line) => line.startsWith('= ')).map((line) => line.slice(2)),
    opening: lines.find((line) => line.startsWith('> '))?.slice(2) ?? '',
    sentences: lines.filter((line) => !/^[=>] /.test(line)),
  };
}

const fileOf = (category: Category) => `english/${category.toLowerCase().replaceAll(' ', '-')}.txt`;

export const PREMISES: readonly Premise[] = CATEGORIES.flatMap((category) =>
  blocksOf(readData(fileOf(category)), '#').map((block) => premiseOf(category, block)),
);

const BY_CATEGORY = Map.groupBy(PREMISES, ({ category }) => category);

export const premisesOf = (category: Category) => BY_CATEGORY.get(category) ?? [];
