import { FIND_PAGE, type FoundChapter } from '#src/contract/calls/chapter.ts';
import type { Chapter, ChapterContent } from '#src/contract/entities/chapter.ts';
import { type CheckedParams, chapterDates, chapterFind, chapterShow, chapterUnlock } from '#src/contract/index.ts';
import type { CallContext } from '../http/context.ts';
import { ApiError, checkLimit, requireFound } from '../http/error.ts';
import { handle, visitorOf } from '../http/handler.ts';
import type { Database } from '../store/database.ts';
import { excerpt } from '../store/excerpt.ts';
import type { Store } from '../store/index.ts';
import { booksByIds, chapterContent, chapterDatesOf, chapterHtml, chapterList, hasBook } from '../store/reads/index.ts';
import type { SearchedText } from '../store/text.worker.ts';
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

/** Number of words at the beginning of a locked chapter that are free. */
const FREE_WORDS = 150;

export const chapterShowHandler = handle(chapterShow, async ({ book_id, chapter_id }, context) => {
  const { store, user, now } = context;
  await requireBook(context, book_id);
  const content = await chapterContent(store.catalogue, book_id, chapter_id, now());
  return { chapter: await readable(requireFound(content, 'chapter'), store, user) };
});

async function readable(chapter: ChapterContent, store: Store, user: number | undefined): Promise<ChapterContent> {
  if (!chapter.locked) return chapter;
  const paid = user !== undefined && (await hasUnlocked(store.visitors, user, chapter.book_id, chapter.id));
  return paid ? { ...chapter, locked: false } : { ...chapter, html: excerpt(chapter.html, FREE_WORDS) };
}

export const chapterDatesHandler = handle(chapterDates, async ({ ids }, context) => ({
  items: await chapterDatesOf(context.store.catalogue, context, [...new Set(ids.split(',').map(Number))]),
}));

/** Number of characters of HTML after which a search stops. The next request continues it. */
const MAX_SEARCHED_CHARACTERS = 400_000;

export const chapterFindHandler = handle(chapterFind, async ({ book_id, keyword, from }, context) => {
  const { store, user, now, limits, address, textThreads } = context;
  checkLimit(await limits.findsByAddress.consume(address));
  await requireBook(context, book_id);
  const textOf = await readableText(store, book_id, user);
  const chapters = (await chapterList(store.catalogue, book_id, now())).filter(({ number }) => number >= from);
  const texts: SearchedText[] = [];
  let size = 0;
  for (const chapter of chapters) {
    if (size >= MAX_SEARCHED_CHARACTERS) break;
    const text = await textOf(chapter);
    size += text.html.length;
    texts.push(text);
  }
  const { matchingTexts, searched } = await textThreads.find({ texts, keyword, maxMatches: FIND_PAGE });
  const items = matchingTexts.flatMap(({ index, count, snippets }) => {
    const chapter = chapters[index];
    return chapter ? [{ chapter: nameOf(chapter), count, snippets }] : [];
  });
  return { items, next: chapters[searched]?.number ?? null };
});

const nameOf = ({ id, number, title, part }: Chapter): FoundChapter['chapter'] => ({ id, number, title, part });

/** Returns a function that returns the part of a chapter's text that this visitor may read. */
async function readableText({ catalogue, visitors }: Store, book: number, user: number | undefined) {
  const unlocked = user === undefined ? new Set<number>() : await unlockedChapters(visitors, user, book);
  return async ({ id, locked }: Chapter): Promise<SearchedText> => ({
    html: await chapterHtml(catalogue, id),
    freeWords: locked && !unlocked.has(id) ? FREE_WORDS : undefined,
  });
}

type Unlock = CheckedParams<typeof chapterUnlock> & { readonly price: number };

export const chapterUnlockHandler = handle(chapterUnlock, async (params, context) => {
  const { isPaid, ...result } = await context.store.visitors.transaction(async (visitors) => {
    const { catalogue } = context.store;
    const { book_id, chapter_id } = params;
    const content = (await hasBook(catalogue, context, book_id))
      ? await chapterContent(catalogue, book_id, chapter_id, context.now())
      : undefined;
    const chapter = requireFound(content, 'chapter');
    const user = visitorOf(context);
    const isPaid = chapter.locked && (await pay(visitors, context, user, { ...params, price: chapter.price ?? 0 }));
    return {
      chapter: { ...chapter, locked: false },
      coins: requireFound(await userById(visitors, user), 'visitor').coins,
      isPaid,
    };
  });
  if (isPaid) context.statistics?.unlocked(context, params.book_id, params.chapter_id);
  return result;
});

/**
 * Charges the price of a chapter, unless the visitor has already unlocked it.
 * @returns whether it was charged
 */
async function pay(
  visitors: Database,
  { store: { catalogue }, now }: CallContext,
  user: number,
  unlock: Unlock,
): Promise<boolean> {
  const { book_id, chapter_id, key, price } = unlock;
  if (await hasUnlocked(visitors, user, book_id, chapter_id)) return false;
  if (await knowsKey(visitors, user, key)) throw new ApiError('CONFLICT', 'key: already used for another chapter');
  const payment = { user, key, book: book_id, chapter: chapter_id };
  if (unlock.by === 'coins') {
    if (!(await spendCoins(visitors, user, price))) throw new ApiError('NOT_ENOUGH_COINS', 'Not enough coins.');
    await addUnlock(visitors, { ...payment, coins: price, voucher: null }, now());
    return true;
  }
  const voucher = unlock.voucher_id ?? (await usableVoucher(visitors, user, price, now()));
  if (voucher === undefined) throw new ApiError('NO_VOUCHER', 'No voucher for this chapter.');
  const { id, title, category } = requireFound((await booksByIds(catalogue, [book_id]))[0], 'book');
  if (!(await spendVoucher(visitors, user, { voucher, price, book: { id, title, category } }, now())))
    throw new ApiError('VOUCHER_USED', 'This voucher has been used, has expired, or is worth too little.');
  await addUnlock(visitors, { ...payment, coins: 0, voucher }, now());
  return true;
}
