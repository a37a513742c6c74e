import { FIND_PAGE, type FoundChapter } from '#src/contract/calls/chapter.ts';
import type { Chapter, ChapterContent } from '#src/contract/entities/chapter.ts';
import { type CheckedParams, chapterDates, chapterFind, chapterShow, chapterUnlock } from '#src/contract/index.ts';
import { around, findText } from '#src/lib/find-text.ts';
import type { CallContext } from '../http/context.ts';
import { ApiError, found } from '../http/error.ts';
import { handle, visitorOf } from '../http/handler.ts';
import type { Database } from '../store/database.ts';
import { excerpt } from '../store/excerpt.ts';
import type { Store } from '../store/index.ts';
import { plainText } from '../store/plain-text.ts';
import { booksByIds, chapterContent, chapterDatesOf, chapterHtml, chapterList, hasBook } from '../store/reads/index.ts';
import { userById } from '../store/visitors/accounts.ts';
import {
  addUnlock,
  hasUnlocked,
  knowsKey,
  spendCoins,
  spendVoucher,
  unlockedChapters,
  usableVoucher,
} from '../store/visitors/purchases.ts';
import { requireBook } from './book.ts';

/** Words of a locked chapter that every visitor may read. */
const FREE_WORDS = 150;

export const chapterShowHandler = handle(chapterShow, async ({ book_id, chapter_id }, context) => {
  const { store, user, now } = context;
  await requireBook(context, book_id);
  const known = await chapterContent(store.catalogue, book_id, chapter_id, now());
  return { chapter: await readable(found(known, 'chapter'), store, user) };
});

async function readable(chapter: ChapterContent, store: Store, user: number | undefined): Promise<ChapterContent> {
  if (!chapter.locked) return chapter;
  const paid = user !== undefined && (await hasUnlocked(store.visitors, user, chapter.book_id, chapter.id));
  return paid ? { ...chapter, locked: false } : { ...chapter, html: excerpt(chapter.html, FREE_WORDS) };
}

export const chapterDatesHandler = handle(chapterDates, async ({ ids }, context) => ({
  items: await chapterDatesOf(context.store.catalogue, context, [...new Set(ids.split(',').map(Number))]),
}));

/** Most characters of HTML that one request searches, so that other requests do not wait. */
const MAX_SEARCHED = 400_000;
const SNIPPETS = 3;

export const chapterFindHandler = handle(chapterFind, async ({ book_id, keyword, from }, context) => {
  const { store, user, now } = context;
  await requireBook(context, book_id);
  const htmlOf = await readableHtml(store, book_id, user);
  const items: FoundChapter[] = [];
  let read = 0;
  for (const chapter of await chapterList(store.catalogue, book_id, now())) {
    if (chapter.number < from) continue;
    if (items.length === FIND_PAGE || read >= MAX_SEARCHED) return { items, next: chapter.number };
    const html = await htmlOf(chapter);
    read += html.length;
    const found = findIn(chapter, plainText(html), keyword);
    if (found) items.push(found);
  }
  return { items, next: null };
});

/** Function for the HTML of a chapter that this visitor may read. */
async function readableHtml({ catalogue, visitors }: Store, book: number, user: number | undefined) {
  const unlocked = user === undefined ? new Set<number>() : await unlockedChapters(visitors, user, book);
  return async ({ id, locked }: Chapter): Promise<string> => {
    const html = await chapterHtml(catalogue, id);
    return locked && !unlocked.has(id) ? excerpt(html, FREE_WORDS) : html;
  };
}

function findIn({ id, number, title, part }: Chapter, text: string, keyword: string): FoundChapter | undefined {
  const found = findText(text, keyword);
  if (found.length === 0) return undefined;
  const snippets = found.slice(0, SNIPPETS).map((place) => around(text, place));
  return { chapter: { id, number, title, part }, count: found.length, snippets };
}

type Unlock = CheckedParams<typeof chapterUnlock> & { readonly price: number };

export const chapterUnlockHandler = handle(chapterUnlock, (params, context) =>
  context.store.visitors.transaction(async (visitors) => {
    const { catalogue } = context.store;
    const { book_id, chapter_id } = params;
    const known = (await hasBook(catalogue, context, book_id))
      ? await chapterContent(catalogue, book_id, chapter_id, context.now())
      : undefined;
    const chapter = found(known, 'chapter');
    const user = visitorOf(context);
    if (chapter.locked) await pay(visitors, context, user, { ...params, price: chapter.price ?? 0 });
    return { chapter: { ...chapter, locked: false }, coins: found(await userById(visitors, user), 'visitor').coins };
  }),
);

/** Takes the price of the chapter, unless the visitor has unlocked it before. */
async function pay(
  visitors: Database,
  { store: { catalogue }, now }: CallContext,
  user: number,
  unlock: Unlock,
): Promise<void> {
  const { book_id, chapter_id, key, price } = unlock;
  if (await hasUnlocked(visitors, user, book_id, chapter_id)) return;
  if (await knowsKey(visitors, user, key)) throw new ApiError('CONFLICT', 'key: it has opened another chapter');
  const payment = { user, key, book: book_id, chapter: chapter_id };
  if (unlock.by === 'coins') {
    if (!(await spendCoins(visitors, user, price)))
      throw new ApiError('NOT_ENOUGH_COINS', 'There are not enough coins.');
    await addUnlock(visitors, { ...payment, coins: price, voucher: null }, now());
    return;
  }
  const voucher = unlock.voucher_id ?? (await usableVoucher(visitors, user, price, now()));
  if (voucher === undefined) throw new ApiError('NO_VOUCHER', 'There is no voucher for this chapter.');
  const { id, title, category } = found((await booksByIds(catalogue, [book_id]))[0], 'book');
  if (!(await spendVoucher(visitors, user, { voucher, price, book: { id, title, category } }, now())))
    throw new ApiError('VOUCHER_USED', 'This voucher was used, is over, or is worth too little.');
  await addUnlock(visitors, { ...payment, coins: 0, voucher }, now());
}
