import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#src/admin/contract/roles.ts';
import { smallBook } from '../../../../helpers/small-api.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

let test: TestAdmin;
beforeAll(async () => {
  test = await startAdmin(async (writer) => {
    for (let number = 0; number < 6; number += 1) await writer.putBook(smallBook(number));
  });
});
afterAll(() => test.close());

const ask = (method: string, path: string, body?: unknown, as: Role = 'operator') =>
  test.ask(method, `/api/${path}`, { as, body });

const lastEntry = async (kind: string) => {
  const filter = encodeURIComponent(JSON.stringify({ kind }));
  return (await ask('GET', `audit-log?order=DESC&perPage=1&filter=${filter}`)).body.data[0];
};

/** Undoes the last log entry of a kind. */
const undo = async (kind: string, as?: Role) =>
  ask('POST', `audit-log/${(await lastEntry(kind)).id}/undo`, undefined, as);

/** A record as returned to editors, without the fields that change on every write. */
async function recordOf(path: string) {
  const { updated_at: _, words: __, ...record } = (await ask('GET', path)).body.data;
  return record;
}

describe('undoing a change from the audit log', () => {
  it('restores fields of every type in a book', async () => {
    const before = await recordOf('books/2');
    await ask('PATCH', 'books/2', {
      title: 'Other',
      author: 'Somebody',
      sub_category: 'Part',
      status: 'updating',
      genres: ['Romance', 'Fantasy'],
      tags: ['tag 2', 'tag 3'],
      keywords: [],
      rating: null,
      brands: ['local'],
    });
    expect((await undo('book')).status).toBe(200);
    expect(await recordOf('books/2')).toEqual({ ...before, author_id: expect.any(Number) });
    expect(await lastEntry('book')).toMatchObject({ who: 'operator@example.org', after: { title: before.title } });
  });

  it('publishes a hidden book again', async () => {
    await ask('PATCH', 'books/3', { state: 'draft' });
    expect((await undo('book')).status).toBe(200);
    expect((await recordOf('books/3')).state).toBe('published');
  });

  it('is rejected if the field has changed since then', async () => {
    await ask('PATCH', 'books/4', { title: 'First' });
    const first = await lastEntry('book');
    await ask('PATCH', 'books/4', { title: 'Second' });
    const refused = await ask('POST', `audit-log/${first.id}/undo`);
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'This has changed since: title. Undo the later change first.',
    ]);
    await undo('book');
    expect((await ask('POST', `audit-log/${first.id}/undo`)).status).toBe(200);
    expect((await recordOf('books/4')).title).toBe('Quarry 3');
  });

  it('restores a changed chapter with its text, title and position, and a deleted chapter', async () => {
    const { id } = (await ask('POST', 'chapters', { book_id: 5, title: 'Two', html: '<p>a b</p>', state: 'published' }))
      .body.data;
    const before = await recordOf(`chapters/${id}`);
    await ask('PATCH', `chapters/${id}`, { title: 'Deux', html: '<p>x</p>', place: 1, price: 3 });
    expect((await undo('chapter')).status).toBe(200);
    expect(await recordOf(`chapters/${id}`)).toEqual(before);
    await ask('DELETE', `chapters/${id}`);
    const undone = await undo('chapter');
    expect(undone.body.data.record).toBe(id);
    expect(await recordOf(`chapters/${id}`)).toEqual(before);
    await undo('chapter');
    expect((await ask('GET', `chapters/${undone.body.data.record}`)).status).toBe(404);
  });

  it.each([
    ['shelf', 'shelves', { name: 'Fresh', books: [3, 1] }, { name: 'Old', books: [1], brand: 'local' }],
    [
      'ranking',
      'rankings',
      { type: 'week', type_name: 'Week', name: 'Best', books: [4] },
      { name: 'Worst', books: [] },
    ],
    ['banner', 'banners', { title: 'Read', book_id: 2 }, { title: 'Leave', subtitle: 'x', book_id: 3 }],
    [
      'help event',
      'help-events',
      { book_id: 1, inviter: 'Ann', needed: 3, expires_at: '2030-01-01T00:00:00Z' },
      { needed: 9 },
    ],
    ['genre', 'genres', { name: 'Cosy', tags: ['tag 1'] }, { introduction: 'x', tags: [] }],
    ['keyword', 'keywords', { name: 'lonely' }, { name: 'lonelier' }],
  ])('restores a changed or deleted %s, and deletes it again if it was added', async (kind, resource, body, change) => {
    const { id } = (await ask('POST', resource, { section: 7, ...body })).body.data;
    const before = await recordOf(`${resource}/${id}`);
    await ask('PATCH', `${resource}/${id}`, change);
    const undone = await undo(kind);
    expect([undone.status, await recordOf(`${resource}/${id}`)]).toEqual([200, before]);
    await ask('DELETE', `${resource}/${id}`);
    const { record } = (await undo(kind)).body.data;
    expect(await recordOf(`${resource}/${record}`)).toEqual({ ...before, id: record });
    await undo(kind);
    expect((await ask('GET', `${resource}/${record}`)).status).toBe(404);
  });

  it('restores the names of a tag and an author', async () => {
    for (const [kind, resource] of [
      ['tag', 'tags'],
      ['author', 'authors'],
    ] as const) {
      const [{ id, name }] = (await ask('GET', `${resource}?perPage=1`)).body.data;
      await ask('PATCH', `${resource}/${id}`, { name: 'Renamed' });
      await undo(kind);
      expect((await ask('GET', `${resource}/${id}`)).body.data.name).toBe(name);
    }
  });

  it('requires the right to perform the opposite action, and is impossible for permanently deleted books and merges', async () => {
    const { id } = (await ask('POST', 'books', { title: 'New', author: 'A', category: 'Romance', language: 'en' })).body
      .data;
    expect((await undo('book', 'editor')).status).toBe(403);
    expect((await undo('book')).status).toBe(200);
    expect((await ask('GET', `books/${id}`)).status).toBe(404);
    expect((await undo('book')).body.data.record).toBe(id);
    await ask('DELETE', `books/${id}`);
    const [deleted] = (await ask('GET', 'bin?order=DESC&perPage=1')).body.data;
    await ask('DELETE', `bin/${deleted.id}`, undefined, 'owner');
    const removed = await undo('book');
    expect([removed.status, removed.body.error.message]).toEqual([409, expect.stringContaining('Import it again')]);
    const [from, into] = (await ask('GET', 'tags?perPage=2')).body.data;
    await ask('POST', `tags/${from.id}/merge`, { into: into.id });
    expect((await undo('tag')).status).toBe(409);
    const entries: { kind: string; act: string; undoable: boolean }[] = (
      await ask('GET', 'audit-log?perPage=100&sort=id&order=DESC')
    ).body.data;
    const isUndoable = (kind: string, act?: string) =>
      entries.find((entry) => entry.kind === kind && (act === undefined || entry.act === act))?.undoable;
    expect([isUndoable('book', 'add'), isUndoable('book', 'delete'), isUndoable('tag')]).toEqual([true, true, false]);
  });
});
