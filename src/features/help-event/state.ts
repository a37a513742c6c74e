import { atom } from 'nanostores';
import { eventHelpClick, eventInviteActivityHelpPage, type HelpEvent } from '#src/contract/calls/help-event.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';
import { platform } from '#src/shell/state/platform.ts';

/** The state of a help event for this device. */
export type HelpState = Pick<HelpEvent, 'state' | 'helped' | 'needed' | 'expires_at'>;

export interface Help extends HelpState {
  readonly id: number;
  /** Whether a click is being sent. */
  readonly busy: boolean;
  /** Whether sending the last click failed. */
  readonly lost: boolean;
}

/** The help event of the page; null on pages without one. */
export const $help = atom<Help | null>(null);

/**
 * Number of clicks sent. If it has changed while a request was running, the response is ignored, because it may not
 * include the latest click.
 */
let clicks = 0;

/** Sets the store to the state in the page, and then to the upstream's state for this device. */
export async function openHelp(id: number, initial: HelpState): Promise<void> {
  $help.set(withExpiry({ ...initial, id, busy: false, lost: false }));
  await refreshHelp();
}

/** Requests the state again. If the request fails, the current state does not change. */
export async function refreshHelp(): Promise<void> {
  const before = $help.get();
  if (!before || before.busy) return;
  const clicksBefore = clicks;
  const { data } = await callUpstream(eventInviteActivityHelpPage, { active_id: before.id });
  if (data.event && clicksBefore === clicks) applyEvent(before.id, data.event);
}

/** Sends this device's help to the upstream, which counts it only once. */
export async function giveHelp(): Promise<void> {
  const before = $help.get();
  if (before?.state !== 'open' || before.busy) return;
  clicks += 1;
  $help.set({ ...before, busy: true, lost: false });
  const result = await callUpstream(eventHelpClick, { active_id: before.id });
  if (result.data.event) return applyEvent(before.id, result.data.event);
  const expired = result.errors[0]?.code === 'EVENT_EXPIRED';
  $help.set({ ...before, ...(expired ? { state: 'expired' } : { lost: true }) });
}

export const msUntil = (time: string): number => Math.max(Date.parse(time) - platform().now(), 0);

/** Marks the event as expired if its time has come while the page was open. */
export function endHelp(): void {
  const help = $help.get();
  if (help) $help.set(withExpiry(help));
}

function applyEvent(id: number, event: HelpEvent): void {
  if ($help.get()?.id !== id) return;
  const { state, helped, needed, expires_at } = event;
  $help.set(withExpiry({ id, state, helped, needed, expires_at, busy: false, lost: false }));
}

/**
 * Marks the event as expired if it is over by the device's clock, because the page or a cached response may be
 * outdated.
 */
function withExpiry(help: Help): Help {
  return msUntil(help.expires_at) === 0 ? { ...help, state: 'expired', busy: false } : help;
}
