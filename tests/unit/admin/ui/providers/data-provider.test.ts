import { beforeEach, describe, expect, test, vi } from 'vitest';
import { updateEach } from '#src/admin/ui/providers/bulk.ts';
import { changesIn } from '#src/admin/ui/providers/changes.ts';
import { dataProvider } from '#src/admin/ui/providers/data-provider.ts';
import { deleteFormBase, setFormBase } from '#src/admin/ui/providers/seen-records.ts';

interface SentRequest {
  readonly method: string | undefined;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

let sent: SentRequest[];
let respond: (request: SentRequest) => Response;

beforeEach(() => {
  sent = [];
  respond = () => Response.json({ data: [], total: 0 });
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://admin');
    const request = {
      method,
      path: pathname,
      query: Object.fromEntries(searchParams),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    };
    sent.push(request);
    return respond(request);
  });
});

const LIST = { pagination: { page: 3, perPage: 10 }, sort: { field: 'title', order: 'ASC' as const } };

/** Loads a list of records, as the page does when it shows them. */
async function list(resource: string, ids: readonly number[]): Promise<void> {
  const data = ids.map((id) => ({ id, status: 'updating' }));
  respond = () => Response.json({ data, total: ids.length });
  await dataProvider.getList(resource, LIST);
  respond = () => Response.json({ data: { id: 0 } });
  sent = [];
}

describe('the data provider of the admin', () => {
  test('requests a page of a list with its order and filter', async () => {
    await dataProvider.getList('books', { ...LIST, filter: { q: 'sea & salt' } });
    expect(sent[0]).toMatchObject({
      path: '/api/books',
      query: { page: '3', perPage: '10', sort: 'title', order: 'ASC', filter: '{"q":"sea & salt"}' },
    });
  });

  test('omits an empty filter', async () => {
    await dataProvider.getList('books', { ...LIST, filter: {} });
    expect(sent[0]?.query).not.toHaveProperty('filter');
  });

  test('requests several records with a single request', async () => {
    await dataProvider.getMany('books', { ids: [3, 5] });
    expect(sent[0]?.query).toEqual({ ids: '3,5' });
  });

  test('requests related records with a filter', async () => {
    await dataProvider.getManyReference('chapters', { ...LIST, filter: {}, target: 'book_id', id: 7 });
    expect(sent[0]).toMatchObject({ path: '/api/chapters', query: { filter: '{"book_id":7}' } });
  });

  test('encodes an id in the path', async () => {
    await dataProvider.getOne('books', { id: 'a/b' });
    expect(sent[0]?.path).toBe('/api/books/a%2Fb');
  });

  test('sends only the changed fields of a form', async () => {
    const previousData = { id: 1, title: 'Old', tags: ['a'], hot: 3 };
    await dataProvider.update('books', { id: 1, previousData, data: { ...previousData, title: 'New', tags: ['a'] } });
    const body = { title: 'New', seen: { title: 'Old' } };
    expect(sent).toEqual([{ method: 'PATCH', path: '/api/books/1', query: {}, body }]);
  });

  test('omits empty fields of a new record', async () => {
    await dataProvider.create('books', { data: { title: 'A', rating: null } });
    expect(sent[0]).toMatchObject({ method: 'POST', path: '/api/books', body: { title: 'A' } });
  });

  test('updates many records with one request per record', async () => {
    const ids = [1, 2, 3, 4, 5, 6];
    await list('books', ids);
    expect(await dataProvider.updateMany('books', { ids, data: { status: 'finished' } })).toEqual({ data: ids });
    expect(sent.map(({ path }) => path)).toEqual(ids.map((id) => `/api/books/${id}`));
    const body = { status: 'finished', seen: { status: 'updating' } };
    expect(sent[5]).toMatchObject({ method: 'PATCH', body });
  });

  test('sends the values that the page has shown when it deletes a record', async () => {
    await list('books', [9]);
    await dataProvider.delete('books', { id: 9 });
    expect(sent).toMatchObject([{ method: 'DELETE', body: { seen: { id: 9, status: 'updating' } } }]);
  });

  test('fetches a record before deleting it if the page has not shown it', async () => {
    respond = ({ method }) => Response.json({ data: { id: 77, name: method } });
    await dataProvider.delete('tags', { id: 77 });
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'DELETE']);
  });

  test('sends the original values of the open form rather than the values of a list', async () => {
    await list('books', [8]);
    setFormBase('books', 8, { id: 8, status: 'paused' });
    await dataProvider.update('books', { id: 8, previousData: { id: 8 }, data: { id: 8, status: 'finished' } });
    deleteFormBase('books', 8);
    expect(sent[0]?.body).toEqual({ status: 'finished', seen: { status: 'paused' } });
  });

  test('names the records of a bulk update that somebody else has changed, and sends their current values next time', async () => {
    await list('books', [1, 2, 3]);
    const current = { id: 2, title: 'The ship', status: 'paused' };
    respond = ({ path, body }) =>
      path.endsWith('/2') && (body as { seen: { status: string } }).seen.status !== 'paused'
        ? Response.json({ error: { code: 'changed', message: 'Changed', current } }, { status: 409 })
        : Response.json({ data: { id: 1 } });
    const update = () => dataProvider.updateMany('books', { ids: [1, 2, 3], data: { status: 'finished' } });
    await expect(update()).rejects.toThrow(
      'Not saved: “The ship”. Somebody else has changed these records since you opened them.',
    );
    expect(sent).toHaveLength(3);
    await update();
    expect(sent).toHaveLength(6);
  });

  test('continues a bulk update after refusals, and reports each with its reason', async () => {
    respond = () =>
      Response.json({ data: [1, 2, 3, 4].map((id) => ({ id, title: `Book ${id}`, status: 'updating' })) });
    await dataProvider.getMany('books', { ids: [1, 2, 3, 4] });
    sent.length = 0;
    const current = { id: 1, title: 'Renamed', status: 'paused' };
    const refuse = (code: string, status: number, more: object = {}) =>
      Response.json({ error: { code, message: `${code}!`, ...more } }, { status });
    respond = ({ path }) =>
      path.endsWith('/1')
        ? refuse('changed', 409, { current })
        : path.endsWith('/3')
          ? refuse('invalid', 422)
          : Response.json({ data: { id: 2 } });
    const outcome = await updateEach('books', [1, 2, 3, 4], () => ({ status: 'finished' }));
    expect(sent.map(({ path }) => path).sort()).toEqual([1, 2, 3, 4].map((id) => `/api/books/${id}`));
    expect(outcome).toMatchObject({
      done: 2,
      refusals: [
        { id: 1, name: 'Renamed', isChanged: true },
        { id: 3, name: 'Book 3', reason: 'invalid!', isChanged: false },
      ],
    });
  });

  test('sends each record its own changes, and nothing for a record without changes', async () => {
    await list('books', [1, 2]);
    const outcome = await updateEach('books', [1, 2], (seen) =>
      (seen as { id: number }).id === 1 ? {} : { status: 'finished' },
    );
    expect(outcome).toEqual({ done: 1, refusals: [] });
    expect(sent).toMatchObject([{ path: '/api/books/2', body: { status: 'finished', seen: { status: 'updating' } } }]);
  });

  test('rejects a bulk action with the first error', async () => {
    await list('books', [1, 2]);
    respond = ({ path }) =>
      path.endsWith('/2')
        ? Response.json({ error: { code: 'forbidden', message: 'No' } }, { status: 403 })
        : Response.json({});
    await expect(dataProvider.deleteMany('books', { ids: [1, 2] })).rejects.toMatchObject({ status: 403 });
  });
});

describe('changesIn, the changed fields of a record', () => {
  test('returns a list whose order changed', () => {
    expect(changesIn({ books: [2, 1] }, { books: [1, 2] })).toEqual({ books: [2, 1] });
  });

  test('omits the id of the record', () => {
    expect(changesIn({ id: 2, name: 'A' })).toEqual({ name: 'A' });
  });
});
