import { ANSWERED_MOST } from '#src/contract/calls/library.ts';
import { librarySync } from '#src/contract/index.ts';
import { mergeItems } from '#src/contract/merge.ts';
import { handle, visitorOf } from '../http/handler.ts';
import { changeLibrary, lastSeq, libraryChanges } from '../store/visitors/library.ts';
import { answerTo } from '../visitors/merge-library.ts';
import { itemsToday } from '../visitors/today.ts';

export const librarySyncHandler = handle(librarySync, ({ since, items }, context) => {
  const user = visitorOf(context);
  const { visitors } = context.store;
  const time = context.now().getTime();
  const today = itemsToday(context.store, items);
  const outcome = changeLibrary(visitors, user, today, (known) => mergeItems(known, today, time));
  const changes = libraryChanges(visitors, user, seqOf(since, lastSeq(visitors, user)), ANSWERED_MOST);
  return { items: answerTo(items, outcome, changes.items), cursor: String(changes.seq), more: changes.more };
});

/** A cursor that is none, or of another store, is answered from the start. */
function seqOf(since: string | undefined, last: number): number {
  const seq = Number(since ?? 0);
  return Number.isSafeInteger(seq) && seq >= 0 && seq <= last ? seq : 0;
}
