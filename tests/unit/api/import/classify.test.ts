import { expect, it } from 'vitest';
import { categoryOf } from '#src/api/import/classify.ts';
import { sectionOf } from '#src/api/import/new-book.ts';
import { toneOf } from '#src/api/import/pictures.ts';

it.each([
  [['Love stories', 'England -- Fiction', 'Courtship -- Fiction'], 'Romance'],
  [['Vampires -- Fiction', 'Horror tales'], 'Thriller'],
  [['Pirates', 'Treasure troves', 'Sea stories'], 'Adventure'],
  [['Science fiction'], 'Science Fiction'],
  [[], 'General Fiction'],
])('%j is %s', (subjects, category) => {
  expect(categoryOf(subjects)).toBe(category);
});

it.each([
  ['en-GB', 7],
  ['zh-Hant', 1],
  ['fil', 23],
  ['tl-PH', 23],
  ['vi', 15],
  ['ru', 7],
  ['und', 7],
])('the language %s goes into section %i', (language, section) => {
  expect(sectionOf(language)).toBe(section);
});

it.each([
  [{ r: 255, g: 0, b: 0 }, 0],
  [{ r: 0, g: 255, b: 0 }, 12],
  [{ r: 0, g: 0, b: 255 }, 24],
  [{ r: 255, g: 0, b: 1 }, 35],
  [{ r: 9, g: 9, b: 9 }, 0],
])('the colour %o has tone %i', (color, tone) => {
  expect(toneOf(color)).toBe(tone);
});
