import { expect, it } from 'vitest';
import { createLosses, lossLines } from '#src/publish/snapshot/losses.ts';

function losses() {
  const lines: string[] = [];
  return { lines, ...createLosses({ warn: (line) => void lines.push(line) }) };
}

it('createLosses counts and logs a dropped item once, however often it is read', () => {
  const { note, all, lines } = losses();
  for (const key of ['id 3', 'id 4', 'id 3']) note('book.list', key, `title is missing (${key})`);
  expect(all()).toEqual([
    { call: 'book.list', items: 2, named: ['title is missing (id 3)', 'title is missing (id 4)'] },
  ]);
  expect(lines).toEqual([
    'book.list: left out: title is missing (id 3)',
    'book.list: left out: title is missing (id 4)',
  ]);
});

it('createLosses counts all problems, but logs and names only the first few', () => {
  const { note, all, lines } = losses();
  for (let id = 0; id < 500; id += 1) note('book.show', `id ${id}`, `bad ${id}`);
  expect(lines).toHaveLength(101);
  expect(lines.at(-1)).toBe('further items are left out; they are counted but not logged');
  expect(lossLines(all())).toEqual(['500 of book.show: bad 0; bad 1; bad 2; bad 3; bad 4; …']);
});

it('lossLines names all problems if there are only a few', () => {
  const { note, all } = losses();
  for (const id of [3, 4]) note('tag.list', `id ${id}`, `bad ${id}`);
  expect(lossLines(all())).toEqual(['2 of tag.list: bad 3; bad 4']);
});
