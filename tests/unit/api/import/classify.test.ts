import { expect, it } from 'vitest';
import { categoryOf, genresOf } from '#src/api/import/classify.ts';
import { toneOf } from '#src/api/import/store-images.ts';
import { readVocabulary } from '#src/api/seed/vocabulary.ts';

it.each([
  [['Love stories', 'England -- Fiction', 'Courtship -- Fiction'], 'Romance'],
  [['Vampires -- Fiction', 'Horror tales'], 'Thriller'],
  [['Pirates', 'Treasure troves', 'Sea stories'], 'Adventure'],
  [['Science fiction'], 'Science Fiction'],
  [[], 'General Fiction'],
])('subjects %j belong to the category %s', (subjects, category) => {
  expect(categoryOf(subjects)).toBe(category);
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

it("categoryOf returns the category's name in the language of the section", () => {
  expect(categoryOf(['Pirates'], 9)).toBe('Aventura');
  expect(categoryOf([], 27)).toBe('Romane');
});

it('genresOf assigns genres of the demo catalogue, but only to English books', () => {
  const names = readVocabulary('english/tags.txt').genres.map(({ name }) => name);
  const genres = genresOf(['Pirates -- Fiction', 'Treasure troves', 'Boys'], 7);
  expect(genres).toEqual(['Sea Stories', 'Expeditions', 'Growing Up']);
  expect(names).toEqual(expect.arrayContaining(genres));
  expect(genresOf(['Piratas'], 9)).toEqual([]);
});
