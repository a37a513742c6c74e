import { atom } from 'nanostores';
import { MOST_PUSH_BOOKS, pushKey, pushSubscribe, pushUnsubscribe } from '#src/contract/calls/push.ts';
import { callUpstream } from './call-upstream.ts';
import { $shelf } from './local-storage.ts';
import { platform } from './platform.ts';
import type { SubscriptionKeys } from './push-platform.ts';

/** Whether this browser is notified of new chapters; `absent` where the browser or the brand has no notifications. */
export const $pushState = atom<'unknown' | 'absent' | 'off' | 'on' | 'denied' | 'failed'>('unknown');

let key: string | null = null;

/**
 * Finds out how things stand. A browser that is subscribed sends its books again, so that it is never forgotten.
 * @param reader path of the reader in the page's language
 */
export async function loadPushState(reader: string): Promise<void> {
  const push = platform().push();
  key = push ? (await callUpstream(pushKey, {})).data.key : null;
  if (!push || key === null) return $pushState.set('absent');
  if (push.permission() === 'denied') return $pushState.set('denied');
  const current = push.permission() === 'granted' ? await push.current() : undefined;
  $pushState.set(current && (await send(current, reader)) ? 'on' : 'off');
}

/** Asks the browser, which asks the visitor; said before is what for. */
export async function turnOnNotifications(reader: string): Promise<void> {
  const push = platform().push();
  if (!push || key === null) return;
  const permission = await push.ask();
  if (permission !== 'granted') return $pushState.set(permission === 'denied' ? 'denied' : 'off');
  const subscribed = await push.subscribe(key).catch(() => undefined);
  $pushState.set(subscribed && (await send(subscribed, reader)) ? 'on' : 'failed');
}

export async function turnOffNotifications(): Promise<void> {
  const push = platform().push();
  const current = await push?.current();
  if (current) await callUpstream(pushUnsubscribe, { endpoint: current.endpoint });
  await push?.unsubscribe();
  $pushState.set('off');
}

/** Tells the upstream of a changed shelf, where this browser is notified. */
export async function followShelf(reader: string): Promise<void> {
  const current = $pushState.get() === 'on' ? await platform().push()?.current() : undefined;
  if (current) await send(current, reader);
}

async function send(subscribed: SubscriptionKeys, reader: string): Promise<boolean> {
  const books = $shelf.get().map(({ book }) => book.id);
  const params = { ...subscribed, reader, books: books.slice(0, MOST_PUSH_BOOKS) };
  return (await callUpstream(pushSubscribe, params)).success === 1;
}
