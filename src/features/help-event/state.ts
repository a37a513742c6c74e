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

/** Number of clicks sent. Responses to requests made before the latest click do not include it. */
let clicks = 0;

/** Shows the state from the page, then the upstream's state for this device. */
export async function openHelp(id: number, initial: HelpState): Promise<void> {
  $help.set(withExpiry({ ...initial, id, busy: false, lost: false }));
  await refreshHelp();
}

/** Reloads the state; keeps the current one on failure. */
export async function refreshHelp(): Promise<void> {
  const before = $help.get();
  if (!before || before.busy) return;
  const clicksBefore = clicks;
  const { data } = await callUpstream(eventInviteActivityHelpPage, { active_id: before.id });
  if (data.event && clicksBefore === clicks) applyEvent(before.id, data.event);
}

/** Counts this device's help, once for any number of clicks. */
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

/** Marks the event as expired in a page that stayed open. */
export function endHelp(): void {
  const help = $help.get();
  if (help) $help.set(withExpiry(help));
}

function applyEvent(id: number, event: HelpEvent): void {
  if ($help.get()?.id !== id) return;
  const { state, helped, needed, expires_at } = event;
  $help.set(withExpiry({ id, state, helped, needed, expires_at, busy: false, lost: false }));
}

/** Expires the event by the device's clock: the page or a cached response may be outdated. */
function withExpiry(help: Help): Help {
  return msUntil(help.expires_at) === 0 ? { ...help, state: 'expired', busy: false } : help;
}
