import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewChapter } from '../store/records.ts';
import { finishBook, type SeedBook } from './book.ts';
import { chapterOf } from './chapter.ts';
import type { CompositionName } from './covers/index.ts';
import type { Scheme } from './covers/palette.ts';
import { listOf, tableOf } from './data.ts';
import { daysBefore } from './dates.ts';
import { describe } from './english/authors.ts';
import { ENGLISH_SECTION, ENGLISH_VOCABULARY } from './english/books.ts';
import { createRandom, type Random } from './random.ts';
import { placeByTags } from './vocabulary.ts';

const FOLDER = join(import.meta.dirname, 'novels');
/** Popularity of the original novels. It is higher than that of all generated books. */
const TOP_HOT = 9_990;
/** Subcategory and cover: composition, scheme and tone. */
const COVER_DESIGNS: Readonly<
  Record<string, readonly [part: string, composition: CompositionName, scheme: Scheme, tone: number]>
> = {
  'a-correction-concerning-cake': ['Village Comedy', 'wallpaper', 'vivid', 2],
  'a-palm-below-the-stone': ['Canals and Rivers', 'arch', 'paper', 5],
  'a-survey-of-the-stray': ['Strange Lands', 'hills', 'paper', 15],
  'closed-until-december': ['Mountain Noir', 'mountains', 'deep', 26],
  'never-issued': ['Cold Case', 'emblem', 'vivid', 1],
  'nineteen-islands-by-thursday': ['Sea Stories', 'sea', 'paper', 22],
  'no-change-given': ['Slow Burn', 'skyline', 'deep', 29],
  'topsoil-for-triton': ['Space Freight', 'rings', 'deep', 24],
};

interface NovelText {
  readonly facts: ReadonlyMap<string, string>;
  readonly chapters: readonly { readonly title: string; readonly paragraphs: readonly string[] }[];
}

/** Parses a novel: front matter between `---` lines, then chapters, each below a `## ` heading. */
export function parseNovel(text: string): NovelText {
  const [, front = '', ...body] = text.split(/^---[ \t]*$/m);
  const [, ...chapters] = body.join('---').split(/^## +/m);
  return { facts: tableOf(front.trim().split('\n')), chapters: chapters.map(chapterText) };
}

function chapterText(text: string) {
  const [title = '', ...rest] = text.split('\n');
  const paragraphs = rest
    .join('\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim());
  return { title: title.trim(), paragraphs: paragraphs.filter((paragraph) => paragraph !== '') };
}

/** Returns the original novels, each complete and free. */
export function novelBooks(): SeedBook[] {
  const files = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.md'))
    .sort();
  return files.map((file, index) =>
    novelBook(file.replace(/\.md$/, ''), readFileSync(join(FOLDER, file), 'utf8'), index),
  );
}

function novelBook(slug: string, text: string, index: number): SeedBook {
  const { facts, chapters: texts } = parseNovel(text);
  const id = `novel:${slug}`;
  const random = createRandom(id);
  const [part, composition, scheme, tone = 0] = COVER_DESIGNS[slug] ?? [];
  const fact = (name: string) => facts.get(name) ?? '';
  const chapters = texts.map(({ title, paragraphs }, at) =>
    chapterOf(title, paragraphs, dateOf(index, at, texts.length)),
  );
  const draft = {
    id,
    title: fact('title'),
    section: ENGLISH_SECTION,
    language: 'en',
    chapters,
    category: fact('category'),
    subCategory: part ?? null,
    author: describe(fact('author'), fact('author')),
    ...placeByTags(listOf(fact('tags'), ','), ENGLISH_VOCABULARY, random),
    introduction: fact('introduction'),
    status: 'finished' as const,
    rating: ratingOf(random),
    hot: TOP_HOT - index * 10,
    ...spanOf(chapters),
  };
  return finishBook(draft, { tone, design: composition && scheme && { composition, scheme } });
}

const dateOf = (novel: number, chapter: number, chapters: number) =>
  daysBefore(12 + novel * 9 + (chapters - chapter) * 2);
const ratingOf = (random: Random) => Math.round((4.6 + random.next() * 0.3) * 10) / 10;

function spanOf(chapters: readonly NewChapter[]) {
  return {
    publishedAt: chapters[0]?.updatedAt ?? daysBefore(0),
    updatedAt: chapters.at(-1)?.updatedAt ?? daysBefore(0),
  };
}
