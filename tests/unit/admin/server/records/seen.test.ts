import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mergedText, mergeTexts } from '#src/admin/ui/saving/merge-texts.ts';
import { createWriter } from '#src/api/index.ts';
import { book } from '../../../../integration/api/fixture.ts';
import { examples } from '../../../../slow-tests.ts';
import { type Answer, startAdmin, type TestAdmin } from '../fixture.ts';

let test: TestAdmin;
let cookie: string;

beforeAll(async () => {
  test = await startAdmin(async (writer) => {
    for (const key of ['a', 'b', 'c']) await writer.putBook(book(key));
    await writer.putShelf({ brand: null, section: 7, name: 'Picks', style: 'row', books: ['a'] });
  });
  cookie = `lectern_admin=${await test.sessionOf('owner')}`;
});
afterAll(() => test.close());

const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
  test.ask(method, `/api/${path}`, { headers: { cookie }, body });
const read = async (path: string) => (await ask('GET', path)).body.data;

describe('a PATCH request for a record', () => {
  it('is rejected if somebody else has changed the same field; the error contains the current record', async () => {
    const seen = await read('books/1');
    await ask('PATCH', 'books/1', { title: 'Theirs', seen });
    const { status, body } = await ask('PATCH', 'books/1', { title: 'Mine', seen });
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'changed', current: { title: 'Theirs' } });
    expect(body.error.message).toContain('title');
    expect((await read('books/1')).title).toBe('Theirs');
  });

  it('is accepted if it changes another field, or makes the same change again', async () => {
    const seen = await read('books/1');
    expect((await ask('PATCH', 'books/1', { category: 'Drama', seen })).status).toBe(200);
    expect((await ask('PATCH', 'books/1', { hot: 7, seen })).status).toBe(200);
    expect((await ask('PATCH', 'books/1', { category: 'Drama', seen })).status).toBe(200);
    expect(await read('books/1')).toMatchObject({ category: 'Drama', hot: 7 });
  });

  it('does not overwrite concurrent changes to other fields of a list', async () => {
    const seen = await read('shelves/1');
    const answers = await Promise.all([
      ask('PATCH', 'shelves/1', { name: 'Chosen', seen }),
      ask('PATCH', 'shelves/1', { style: 'ranked', seen }),
      ask('PATCH', 'shelves/1', { books: [2, 1], seen }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await read('shelves/1')).toMatchObject({ name: 'Chosen', style: 'ranked', books: [2, 1] });
  });

  it('is accepted only once if several requests change the same field concurrently', async () => {
    const seen = await read('books/2');
    const titles = ['One', 'Two', 'Three', 'Four'];
    const answers = await Promise.all(titles.map((title) => ask('PATCH', 'books/2', { title, seen })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('is rejected if a command has changed the same field', async () => {
    const seen = await read('books/2');
    const writer = createWriter(test.store, { command: 'content' });
    await writer.transaction(() => writer.editBook('b', { title: 'By command' }));
    expect((await ask('PATCH', 'books/2', { title: 'Mine', seen })).status).toBe(409);
  });

  it.each([
    ['seen: must contain the values that you have read of: title', { title: 'x', seen: {} }],
    ['seen: must be a JSON object', { title: 'x', seen: 3 }],
  ])('is rejected with the error "%s"', async (message, body) => {
    const answer = await ask('PATCH', 'books/1', body);
    expect([answer.status, answer.body.error.message]).toEqual([400, message]);
  });
});

describe('the admin API', () => {
  it('refuses to delete a chapter whose text somebody else has changed', async () => {
    const [chapter] = (await ask('GET', 'chapters?filter={"book_id":3}')).body.data;
    const seen = await read(`chapters/${chapter.id}`);
    await ask('PATCH', `chapters/${chapter.id}`, { html: '<p>New.</p>', seen });
    expect((await ask('DELETE', `chapters/${chapter.id}`, { seen })).status).toBe(409);
    expect((await ask('DELETE', `chapters/${chapter.id}`, { seen: {} })).status).toBe(400);
    const current = await read(`chapters/${chapter.id}`);
    expect((await ask('DELETE', `chapters/${chapter.id}`, { seen: current })).status).toBe(200);
  });

  it('refuses to move a chapter that somebody else has moved', async () => {
    const [, chapter] = (await ask('GET', 'chapters?filter={"book_id":1}&sort=place')).body.data;
    await ask('PATCH', `chapters/${chapter.id}`, { place: 1, seen: chapter });
    expect((await ask('PATCH', `chapters/${chapter.id}`, { place: 2, seen: chapter })).status).toBe(409);
  });

  it('refuses to replace a cover that the sender has not seen', async () => {
    const seen = { cover: (await read('books/1')).cover };
    expect((await ask('POST', 'books/1/cover/generate', { seen })).status).toBe(200);
    expect((await ask('POST', 'books/1/cover/generate', { seen })).status).toBe(409);
  });

  it('undoes an audit log entry only once if several people undo it at the same time', async () => {
    await ask('PATCH', 'books/3', { title: 'Changed', seen: await read('books/3') });
    const [entry] = (await ask('GET', 'audit-log?sort=id&order=DESC&perPage=1')).body.data;
    const answers = await Promise.all([1, 2, 3].map(() => ask('POST', `audit-log/${entry.id}/undo`, {})));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

/** An editor with an open form. */
interface Editor {
  seen: string;
  text: string;
}

const Step = fc.record({
  act: fc.constantFrom('open' as const, 'insert' as const, 'insert' as const, 'extend' as const, 'save' as const),
  editor: fc.nat(2),
  place: fc.nat(20),
});

describe('three editors of one text', () => {
  const save = async (path: string, field: string, editor: Editor): Promise<void> => {
    for (;;) {
      const { status, body } = await ask('PATCH', path, { [field]: editor.text, seen: { [field]: editor.seen } });
      if (status === 200) {
        editor.seen = editor.text = body.data[field];
        return;
      }
      expect([status, body.error.code]).toEqual([409, 'changed']);
      editor.text = mergedText(mergeTexts(editor.seen, editor.text, body.error.current[field]), {});
      editor.seen = body.error.current[field];
    }
  };

  /** Runs the steps, then saves all three texts concurrently. @returns the final text and all words that were typed */
  async function interleave(
    path: string,
    field: string,
    steps: readonly (typeof Step extends fc.Arbitrary<infer T> ? T : never)[],
  ) {
    const first = '<p>first</p>\n<p>second</p>\n<p>third</p>';
    await ask('PATCH', path, { [field]: first, seen: await read(path) });
    const stored: string = (await read(path))[field];
    const editors: Editor[] = [0, 1, 2].map(() => ({ seen: stored, text: stored }));
    const typed: string[] = [];
    for (const [number, { act, editor: index, place }] of steps.entries()) {
      const editor = editors[index] as Editor;
      const lines = editor.text.split('\n');
      const word = `word${number}`;
      if (act === 'open' && editor.text === editor.seen) editor.seen = editor.text = (await read(path))[field];
      if (act === 'insert') lines.splice(place % (lines.length + 1), 0, `<p>${word}</p>`);
      if (act === 'extend')
        lines.splice(place % lines.length, 1, (lines[place % lines.length] ?? '').replace('</p>', ` ${word}</p>`));
      if (act === 'insert' || act === 'extend') {
        typed.push(word);
        editor.text = lines.join('\n');
      }
      if (act === 'save') await save(path, field, editor);
    }
    await Promise.all(editors.map((editor) => save(path, field, editor)));
    const words: string[] = (await read(path))[field].match(/\w+/g) ?? [];
    return { words, typed: ['first', 'second', 'third', ...typed] };
  }

  it('lose no paragraph in 200 random interleavings of saves', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(Step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const { words, typed } = await interleave('books/3', 'introduction', steps);
        expect(words).toEqual(expect.arrayContaining(typed));
      }),
      { numRuns: examples(200), endOnFailure: true },
    );
  }, 600_000);

  it('lose no paragraph of a chapter whose HTML is sanitised', async () => {
    const [{ id }] = (await ask('GET', 'chapters?filter={"book_id":2}')).body.data;
    const steps = ['insert', 'extend', 'save', 'insert', 'insert', 'save', 'extend', 'open', 'insert', 'save'] as const;
    const { words, typed } = await interleave(
      `chapters/${id}`,
      'html',
      steps.map((act, index) => ({ act, editor: index % 3, place: index * 2 })),
    );
    expect(words).toEqual(expect.arrayContaining(typed));
  });
});
