import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWriter, type Store } from '#src/api/index.ts';
import { revisionsOf } from '#src/api/store/reads/revisions.ts';
import type { NewChapter, StoreWriter } from '#src/api/store/records.ts';
import { sql } from '#src/api/store/sql.ts';
import { openTestStore } from '../../../../helpers/test-store.ts';
import { book, chapter } from '../../../../integration/api/fixture.ts';
import { examples } from '../../../../slow-tests.ts';

/*
 * The model: every book and chapter ever created stays in its list, with a mark if it is deleted. The live ones are what
 * the store must contain, in the order of the lists.
 */

interface ModelChapter {
  readonly id: number;
  text: string;
  /** Former texts, oldest first. */
  readonly former: string[];
  isDeleted: boolean;
}

interface ModelBook {
  readonly id: number;
  readonly key: string;
  title: string;
  isDeleted: boolean;
  readonly chapters: ModelChapter[];
}

type Step =
  | { readonly act: 'createBook' }
  | { readonly act: 'addChapter' | 'deleteChapter' | 'restoreChapter'; readonly book: number; readonly at: number }
  | {
      readonly act: 'saveChapter' | 'restoreRevision';
      readonly book: number;
      readonly at: number;
      readonly text: number;
    }
  | { readonly act: 'saveBook'; readonly book: number; readonly text: number }
  | { readonly act: 'deleteBook' | 'restoreBook'; readonly book: number };

const index = fc.nat({ max: 9 });
const STEP: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constant('createBook' as const) }),
  fc.record({
    act: fc.constantFrom('addChapter' as const, 'deleteChapter' as const, 'restoreChapter' as const),
    book: index,
    at: index,
  }),
  fc.record({
    act: fc.constantFrom('saveChapter' as const, 'restoreRevision' as const),
    book: index,
    at: index,
    text: index,
  }),
  fc.record({ act: fc.constant('saveBook' as const), book: index, text: index }),
  fc.record({ act: fc.constantFrom('deleteBook' as const, 'restoreBook' as const), book: index }),
);

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];
const html = (text: string) => `<p>${text}</p>`;

/** Applies steps to a store and to the model. */
class Run {
  readonly books: ModelBook[] = [];
  readonly #store: Store;
  #minutes = 0;
  #texts = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  async #write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T> {
    this.#minutes += 1;
    const now = new Date(Date.parse('2026-06-01T00:00:00Z') + this.#minutes * 60_000);
    const writer = createWriter(this.#store, { now: () => now, who: 'ann', command: 'content' });
    return writer.transaction(() => work(writer));
  }

  #edit(key: string, change: (chapters: readonly NewChapter[]) => readonly NewChapter[]) {
    return this.#write((writer) => writer.editChapters(key, change));
  }

  async #restore(kind: string, record: number): Promise<void> {
    const query = sql`SELECT id FROM bin WHERE kind = ${kind} AND record = ${record}`;
    const { id } = await this.#store.catalogue.one<{ id: number }>(query);
    expect(await this.#write((writer) => writer.restoreDeleted(id))).toBe(record);
  }

  async apply(step: Step): Promise<void> {
    if (step.act === 'createBook') return this.#createBook();
    const live = this.books.filter(({ isDeleted }) => !isDeleted);
    const one = pick(step.act === 'restoreBook' ? this.books.filter(({ isDeleted }) => isDeleted) : live, step.book);
    if (!one) return;
    const chapters = one.chapters.filter(({ isDeleted }) => !isDeleted);
    switch (step.act) {
      case 'saveBook':
        one.title = `Title ${step.text}`;
        await this.#write((writer) => writer.editBook(one.key, { title: one.title }));
        return;
      case 'deleteBook':
        await this.#write((writer) => writer.removeBook(one.key));
        one.isDeleted = true;
        return;
      case 'restoreBook':
        await this.#restore('book', one.id);
        one.isDeleted = false;
        return;
      case 'addChapter':
        return this.#addChapter(one, chapters, step.at);
      case 'restoreChapter': {
        const deleted = pick(
          one.chapters.filter(({ isDeleted }) => isDeleted),
          step.at,
        );
        if (!deleted) return;
        await this.#restore('chapter', deleted.id);
        deleted.isDeleted = false;
        return;
      }
      case 'deleteChapter': {
        const chosen = pick(chapters, step.at);
        if (!chosen) return;
        await this.#edit(one.key, (stored) => stored.filter(({ id }) => id !== chosen.id));
        chosen.isDeleted = true;
        return;
      }
      default: {
        const chosen = pick(chapters, step.at);
        if (!chosen) return;
        const text = step.act === 'saveChapter' ? `Text ${step.text}` : await this.#formerText(chosen, step.text);
        await this.#edit(one.key, (stored) =>
          stored.map((each) => (each.id === chosen.id ? { ...each, html: html(text) } : each)),
        );
        if (text !== chosen.text) chosen.former.push(chosen.text);
        chosen.text = text;
      }
    }
  }

  async #createBook(): Promise<void> {
    const key = `book-${this.books.length}`;
    const title = `Title ${key}`;
    const { id } = await this.#write((writer) => writer.putBook(book(key, { title, chapters: [] })));
    this.books.push({ id, key, title, isDeleted: false, chapters: [] });
  }

  /** Inserts a chapter before the live one at a place, or at the end. */
  async #addChapter(one: ModelBook, live: readonly ModelChapter[], at: number): Promise<void> {
    this.#texts += 1;
    const text = `New ${this.#texts}`;
    const place = at % (live.length + 1);
    await this.#edit(one.key, (stored) => stored.toSpliced(place, 0, chapter(text, { html: html(text) })));
    const query = sql`SELECT max(id) AS id FROM chapters WHERE book_id = ${one.id}`;
    const { id } = await this.#store.catalogue.one<{ id: number }>(query);
    const next = live[place];
    const index = next ? one.chapters.indexOf(next) : one.chapters.length;
    one.chapters.splice(index, 0, { id, text, former: [], isDeleted: false });
  }

  /** Reads a former text from the revisions, and checks that they are those of the model. */
  async #formerText({ id, text, former }: ModelChapter, at: number): Promise<string> {
    const revisions = await revisionsOf(this.#store.catalogue, 'chapter', id, { offset: 0, limit: 1000 });
    expect(revisions.map(({ state }) => state.html).reverse()).toEqual(former.map(html));
    return pick(former, at) ?? text;
  }

  /** Compares the store with the model. */
  async check(): Promise<void> {
    const { catalogue } = this.#store;
    const books = await catalogue.all(sql`SELECT id, key, title FROM books ORDER BY id`);
    const live = this.books.filter(({ isDeleted }) => !isDeleted);
    expect(books).toEqual(live.map(({ id, key, title }) => ({ id, key, title })));
    for (const { id, chapters } of live) {
      const query = sql`SELECT c.id, t.html FROM chapters c JOIN chapter_texts t ON t.chapter_id = c.id
        WHERE c.book_id = ${id} ORDER BY c.place`;
      const expected = chapters.filter(({ isDeleted }) => !isDeleted);
      expect(await catalogue.all(query)).toEqual(
        expected.map(({ id: each, text }) => ({ id: each, html: html(text) })),
      );
    }
    const deleted = await catalogue.one<{ count: number }>(sql`SELECT count(*) AS count FROM bin`);
    const all = this.books.flatMap((one) => [one, ...one.chapters]);
    expect(deleted.count).toBe(all.filter(({ isDeleted }) => isDeleted).length);
    const members = sql`SELECT count(*) AS count FROM memberships WHERE book_id NOT IN (SELECT id FROM books)`;
    expect(await catalogue.one(members)).toEqual({ count: 0 });
  }
}

describe('random sequences of creating, saving, deleting and restoring', () => {
  it('leave exactly the books and chapters of a simple model, in its order', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 5, maxLength: 40, size: 'max' }), async (steps) => {
        const folder = mkdtempSync(join(tmpdir(), 'lectern-bin-'));
        const store = await openTestStore(folder);
        try {
          const run = new Run(store);
          await run.apply({ act: 'createBook' });
          for (const step of steps) {
            await run.apply(step);
            await run.check();
          }
        } finally {
          await store.close();
          rmSync(folder, { recursive: true });
        }
      }),
      { numRuns: examples(80) },
    );
  });
});
