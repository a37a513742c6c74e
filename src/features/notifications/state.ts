import { atom } from 'nanostores';
import { MAX_PUSH_BOOKS, pushKey, pushSubscribe, pushUnsubscribe } from '#src/contract/calls/push.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';
import { $shelf } from '#src/shell/state/local-storage.ts';
import { platform } from '#src/shell/state/platform.ts';
import type { SubscriptionKeys } from '#src/shell/state/push-platform.ts';

/**
 * Whether this browser is notified of new chapters. `absent`: the browser or the brand does not support notifications.
 */
export const $pushState = atom<'unknown' | 'absent' | 'off' | 'on' | 'denied' | 'failed'>('unknown');

let key: string | null = null;

/**
 * Determines the state. If this browser is subscribed, sends its books again, so that the subscription never expires.
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

/**
 * Requests permission, which shows the browser's prompt, and then subscribes. The page must have explained the purpose
 * before.
 */
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

/** Sends the changed shelf to the upstream if this browser is subscribed. */
export async function updateSubscription(reader: string): Promise<void> {
  const current = $pushState.get() === 'on' ? await platform().push()?.current() : undefined;
  if (current) await send(current, reader);
}

async function send(subscribed: SubscriptionKeys, reader: string): Promise<boolean> {
  const books = $shelf.get().map(({ book }) => book.id);
  const params = { ...subscribed, reader, books: books.slice(0, MAX_PUSH_BOOKS) };
  return (await callUpstream(pushSubscribe, params)).success === 1;
}
