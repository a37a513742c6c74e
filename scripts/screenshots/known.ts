import { createServerClient, type ServerClient } from '#src/contract/client/client.server.ts';
import type { AnyCall, Data, Params } from '#src/contract/index.ts';
import * as calls from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { LecternError } from '#src/lib/errors.ts';
import { silentLog } from '#src/lib/log.ts';
import { createPaths } from '#src/routes/paths.ts';
import type { BookEntry, Known } from './screen.ts';

const MAX_EVENTS = 12;

/** Finds entries in the API that give every screen something to show. */
export async function findKnown(origin: string, prefix: string): Promise<Omit<Known, 'visitor'>> {
  const client = createServerClient({ origin, prefix, log: silentLog });
  try {
    return await find(asker(client));
  } finally {
    await client.close();
  }
}

type Ask = <C extends AnyCall>(call: C, params: Params<C>) => Promise<Data<C>>;

/** Thrown if the demo site responds to a call with an error. */
class CallFailed extends LecternError {
  readonly status: number;

  constructor(call: string, status: number) {
    super('SCREENSHOTS', `${call} of the demo site answered ${status}.`);
    this.status = status;
  }
}

/** @throws {CallFailed} if the API responds with an error */
function asker(client: ServerClient): Ask {
  return async (call, params) => {
    const result = await client.call(call, params, { locale: LOCALES.en });
    if (result.success === 1) return result.data;
    throw new CallFailed(call.name, result.status);
  };
}

async function find(ask: Ask): Promise<Omit<Known, 'visitor'>> {
  const shelf = first((await ask(calls.recommendIndex3, {})).items, 'shelves');
  const book = first(shelf.books, 'books on its first shelf');
  const { items: books } = await ask(calls.bookList, { page_size: 200 });
  const { items: chapters } = await ask(calls.bookChapters, { book_id: book.id });
  const category = first((await ask(calls.categoryList, {})).items, 'categories');
  const menu = first((await ask(calls.bookRankList, {})).items, 'rankings');
  return {
    paths: createPaths('en'),
    book,
    chapters,
    shelf,
    author: book.author,
    locked: await lockedChapter(ask, books, book),
    uncovered: books.find(({ cover }) => cover === null) ?? book,
    genre: first((await ask(calls.recommendTagGroupList, {})).items, 'genres'),
    tag: first(book.tags, 'tags on its first book'),
    keyword: first((await ask(calls.seoKeywordsPage, {})).items, 'keywords'),
    category: { name: category.name, sub: category.subs[0] ?? null },
    ranking: { type: menu.type, id: first(menu.items, 'rankings').id },
    help: await helpEvents(ask),
  };
}

async function lockedChapter(ask: Ask, books: readonly BookEntry[], otherwise: BookEntry): Promise<Known['locked']> {
  for (const { id } of books.slice(0, 30)) {
    const { items } = await ask(calls.bookChapters, { book_id: id });
    const locked = items.find((chapter) => chapter.locked);
    if (locked) return { book: id, chapter: locked.id };
  }
  const { items } = await ask(calls.bookChapters, { book_id: otherwise.id });
  return { book: otherwise.id, chapter: first(items, 'chapters').id };
}

async function helpEvents(ask: Ask): Promise<Known['help']> {
  const found = new Map<string, { book: BookEntry; id: number }>();
  for (let id = 1; id <= MAX_EVENTS; id += 1) {
    const event = await helpEvent(ask, id);
    if (event && !found.has(event.state)) found.set(event.state, { book: event.book, id });
  }
  const any = first([...found.values()], 'help events');
  const event = (state: string) => found.get(state) ?? any;
  return { open: event('open'), success: event('success'), expired: event('expired') };
}

function first<T>(items: readonly T[], what: string): T {
  const [item] = items;
  if (item === undefined) throw new LecternError('SCREENSHOTS', `The demo site has no ${what}.`);
  return item;
}

/** Returns undefined if this brand does not offer the book of the event. */
async function helpEvent(ask: Ask, id: number) {
  try {
    return (await ask(calls.eventInviteActivityHelpPage, { active_id: id })).event;
  } catch (error) {
    if (error instanceof CallFailed && error.status === 404) return undefined;
    throw error;
  }
}
