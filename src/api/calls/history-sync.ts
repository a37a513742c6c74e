import { historySync } from '#src/contract/index.ts';
import { mergeItems } from '#src/contract/merge.ts';
import { ApiFault } from '../http/fault.ts';
import { handle, visitorOf } from '../http/handler.ts';
import { historyOf } from '../store/visitors/history.ts';
import { changeLibrary } from '../store/visitors/library.ts';
import { type HistoryNews, itemsOfHistory } from '../visitors/merge-library.ts';
import { asToday } from '../visitors/today.ts';

export const historySyncHandler = handle(historySync, (news, context) => {
  checkTimes(news);
  const user = visitorOf(context);
  const { store } = context;
  const time = context.now().getTime();
  const items = itemsOfHistory(news);
  changeLibrary(store.visitors, user, items, (known) => mergeItems(known, items, time));
  const entries = historyOf(store.visitors, user);
  const ids = entries.map(({ book }) => book.id);
  return { entries: entries.map(asToday(store, ids)) };
});

/** The form of a time is checked by the contract; that it exists (no 30 February) is checked here. */
function checkTimes({ entries, removed }: HistoryNews): void {
  const times = [...entries.map(({ read_at }) => read_at), ...removed.map(({ removed_at }) => removed_at)];
  if (times.some((text) => Number.isNaN(Date.parse(text))))
    throw new ApiFault('BAD_REQUEST', 'read_at: no such moment');
}
