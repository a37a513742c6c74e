import type { CheckedParams } from '#src/contract/index.ts';
import { chapterUnlock } from '#src/contract/index.ts';
import type { CallContext } from '../http/context.ts';
import { ApiFault, found } from '../http/fault.ts';
import { handle, visitorOf } from '../http/handler.ts';
import { booksByIds, chapterContent, hasBook } from '../store/reads/index.ts';
import { userById } from '../store/visitors/accounts.ts';
import { addUnlock, hasUnlocked, knowsKey } from '../store/visitors/unlocks.ts';
import { spendCoins, spendVoucher, usableVoucher } from '../store/visitors/vouchers.ts';

type Wish = CheckedParams<typeof chapterUnlock> & { readonly price: number };

export const chapterUnlockHandler = handle(chapterUnlock, (params, context) => {
  const { catalogue, visitors } = context.store;
  const { book_id, chapter_id } = params;
  const known = hasBook(catalogue, context.section, book_id)
    ? chapterContent(catalogue, book_id, chapter_id)
    : undefined;
  const chapter = found(known, 'chapter');
  const user = visitorOf(context);
  if (chapter.locked) visitors.transaction(() => pay(context, user, { ...params, price: chapter.price ?? 0 }));
  return { chapter: { ...chapter, locked: false }, coins: found(userById(visitors, user), 'visitor').coins };
});

/** Takes what the chapter costs, unless it is the visitor's already. */
function pay({ store: { visitors, catalogue }, now }: CallContext, user: number, wish: Wish): void {
  const { book_id, chapter_id, key, price } = wish;
  if (hasUnlocked(visitors, user, book_id, chapter_id)) return;
  if (knowsKey(visitors, user, key)) throw new ApiFault('CONFLICT', 'key: it has opened another chapter');
  const payment = { user, key, book: book_id, chapter: chapter_id };
  if (wish.by === 'coins') {
    if (!spendCoins(visitors, user, price)) throw new ApiFault('NOT_ENOUGH_COINS', 'There are not enough coins.');
    addUnlock(visitors, { ...payment, coins: price, voucher: null }, now());
    return;
  }
  const voucher = wish.voucher_id ?? usableVoucher(visitors, user, price, now());
  if (voucher === undefined) throw new ApiFault('NO_VOUCHER', 'There is no voucher for this chapter.');
  const { id, title, category } = found(booksByIds(catalogue, [book_id])[0], 'book');
  if (!spendVoucher(visitors, user, { voucher, price, book: { id, title, category } }, now()))
    throw new ApiFault('VOUCHER_USED', 'This voucher was used, is over, or is worth too little.');
  addUnlock(visitors, { ...payment, coins: 0, voucher }, now());
}
