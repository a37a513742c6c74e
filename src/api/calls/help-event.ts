import type { HelpEvent } from '#src/contract/calls/help-event.ts';
import type { CallContext } from '../http/context.ts';
import { found } from '../http/fault.ts';
import { booksByIds, helpEventById } from '../store/reads/index.ts';
import { helpClicks } from '../store/visitors/devices.ts';

/** A help event as this device sees it. */
export function helpEvent({ store, device, now }: CallContext, id: number): HelpEvent {
  const row = found(helpEventById(store.catalogue, id), 'help event');
  const [book] = booksByIds(store.catalogue, [row.book_id]);
  const clicks = helpClicks(store.visitors, id, device);
  const helped = row.helped + clicks.total;
  const { inviter, needed, expires_at } = row;
  const over = Date.parse(expires_at) <= now().getTime();
  return {
    id,
    book: found(book, 'book'),
    inviter,
    needed,
    helped,
    expires_at,
    state: stateOf({ over, reached: helped >= needed, own: clicks.own }),
  };
}

/** Spec 4: expired by date, else success by count, else by what this device did. */
export function stateOf({ over, reached, own }: { over: boolean; reached: boolean; own: boolean }): HelpEvent['state'] {
  if (over) return 'expired';
  if (reached) return 'success';
  return own ? 'clicked' : 'open';
}
