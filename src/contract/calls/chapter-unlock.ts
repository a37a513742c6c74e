import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { ChapterContent } from '../entities/chapter.ts';
import { Count, Id } from '../entities/scalars.ts';

export const chapterUnlock = defineCall('chapter.unlock', {
  method: 'POST',
  purpose: 'Opens a locked chapter for the visitor, once, and gives its whole text.',
  signedIn: true,
  idempotent: true,
  params: v.object({
    book_id: Id,
    chapter_id: Id,
    by: v.picklist(['coins', 'voucher']),
    /** Names this wish: told twice, it is paid once. */
    key: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)),
    /** Without it the voucher that ends first pays. */
    voucher_id: v.optional(Id),
  }),
  data: v.object({
    chapter: v.nullable(ChapterContent),
    /** What is left. */
    coins: Count,
  }),
  empty: { chapter: null, coins: 0 },
  errors: ['BAD_REQUEST', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'NOT_ENOUGH_COINS', 'NO_VOUCHER', 'VOUCHER_USED'],
});
