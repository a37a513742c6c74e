import { expect, it } from 'vitest';
import { changeText, logText } from '../../../../src/commands/content/content-text.ts';

const ENTRY = { id: 1, at: '2026-11-25T22:30:12.697Z', who: 'ann', command: 'content', record: 7, name: 'The Raft' };

it('the audit log shows the reason for a takedown', () => {
  const takedown = { ...ENTRY, act: 'add', kind: 'takedown', before: null, after: { reason: 'Order 7' } };
  const deleted = { ...ENTRY, act: 'delete', kind: 'book', before: { title: 'The Raft' }, after: null };
  expect(logText([takedown, deleted])).toBe(`${ENTRY.at}  ann (content)  add takedown 7 "The Raft": Order 7
${ENTRY.at}  ann (content)  delete book 7 "The Raft"`);
});

it('the report of a takedown counts what was removed, in the singular or plural', () => {
  const book = { id: 7, title: 'The Raft' };
  const text = changeText({
    action: 'takedown',
    book,
    changed: true,
    status: 451,
    releases: ['a'],
    media: ['b', 'c'],
    published: [
      { brand: 'demo', status: 'published', release: 'r2', exitCode: 0, added: [], changed: [], removed: ['/'] },
    ],
  });
  expect(text).toBe(`Took down book 7 "The Raft".
Its addresses answer 451. Removed: 1 kept release, 2 pictures.
demo: published, 0 pages added, 0 changed, 1 removed`);
});
