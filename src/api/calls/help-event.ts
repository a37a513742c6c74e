import type { HelpEvent } from '#src/contract/calls/help-event.ts';
import { eventHelpClick, eventInviteActivityHelpPage, eventOfBook } from '#src/contract/index.ts';
import type { CallContext } from '../http/context.ts';
import { ApiError, checkLimit, requireFound } from '../http/error.ts';
import { deviceOf, handle } from '../http/handler.ts';
import { helpEventById, lastEventOf, offeredBooks } from '../store/reads/index.ts';
import { addHelpClick, helpClicks } from '../store/visitors/devices.ts';
import { registerDevice } from './device.ts';

/** Returns the help event `active_id`. The parameter `book_id` is ignored. */
export const eventInviteActivityHelpPageHandler = handle(
  eventInviteActivityHelpPage,
  async ({ active_id }, context) => ({
    event: await helpEvent(context, active_id),
  }),
);

export const eventOfBookHandler = handle(eventOfBook, async ({ book_id }, context) => {
  const { catalogue } = context.store;
  requireFound((await offeredBooks(catalogue, context.brand, [book_id]))[0], 'book');
  const id = await lastEventOf(catalogue, book_id);
  return { event: id === undefined ? null : await helpEvent(context, id) };
});

export const eventHelpClickHandler = handle(eventHelpClick, async ({ active_id }, context) => {
  const { store, limits, address, user, now } = context;
  const device = deviceOf(context);
  const { state } = await helpEvent(context, active_id);
  if (state === 'expired') throw new ApiError('EVENT_EXPIRED', 'Help event has expired');
  if (state === 'open') {
    if (user === undefined) await registerDevice(context, device);
    checkLimit(await limits.helpByAddress.consume(`${active_id} ${address}`));
    await addHelpClick(store.visitors, active_id, { user, device }, now());
  }
  return { event: await helpEvent(context, active_id) };
});

/** Returns a help event in the state that this device sees. */
async function helpEvent({ store, brand, user, device, now }: CallContext, id: number): Promise<HelpEvent> {
  const row = requireFound(await helpEventById(store.catalogue, id), 'help event');
  const [book] = await offeredBooks(store.catalogue, brand, [row.book_id]);
  const clicks = await helpClicks(store.visitors, id, { user, device });
  const helped = row.helped + clicks.total;
  const { inviter, needed, expires_at } = row;
  const over = Date.parse(expires_at) <= now().getTime();
  return {
    id,
    book: requireFound(book, 'book'),
    inviter,
    needed,
    helped,
    expires_at,
    state: stateOf({ over, reached: helped >= needed, own: clicks.own }),
  };
}

/** Returns the state of a help event. `over` takes precedence over `reached`, and `reached` over `own` (has helped). */
export function stateOf({ over, reached, own }: { over: boolean; reached: boolean; own: boolean }): HelpEvent['state'] {
  if (over) return 'expired';
  if (reached) return 'success';
  return own ? 'clicked' : 'open';
}
