import { atom } from 'nanostores';
import { eventHelpClick, eventInviteActivityHelpPage, type HelpEvent } from '#src/contract/calls/help-event.ts';
import { callUpstream } from './call-upstream.ts';
import { platform } from './platform.ts';

/** How far a help event is, as this device sees it. */
export type HelpState = Pick<HelpEvent, 'state' | 'helped' | 'needed' | 'expires_at'>;

export interface Help extends HelpState {
  readonly id: number;
  /** A click is on its way. */
  readonly busy: boolean;
  /** The last click did not arrive. */
  readonly lost: boolean;
}

/** The help event of the page; null on pages without one. */
export const $help = atom<Help | null>(null);

/** Begun by this device: what was asked before the last of them knows nothing of it. */
let clicks = 0;

/** Shows what the page knows, then what the upstream knows of this device. */
export async function openHelp(id: number, known: HelpState): Promise<void> {
  $help.set(withExpiry({ ...known, id, busy: false, lost: false }));
  await refreshHelp();
}

/** Asks anew how far the event is; a failure leaves what is shown. */
export async function refreshHelp(): Promise<void> {
  const before = $help.get();
  if (!before || before.busy) return;
  const asked = clicks;
  const { data } = await callUpstream(eventInviteActivityHelpPage, { active_id: before.id });
  if (data.event && asked === clicks) take(before.id, data.event);
}

/** Counts this device's help, once however often it clicks. */
export async function giveHelp(): Promise<void> {
  const before = $help.get();
  if (before?.state !== 'open' || before.busy) return;
  clicks += 1;
  $help.set({ ...before, busy: true, lost: false });
  const result = await callUpstream(eventHelpClick, { active_id: before.id });
  if (result.data.event) return take(before.id, result.data.event);
  const expired = result.errors[0]?.code === 'EVENT_EXPIRED';
  $help.set({ ...before, ...(expired ? { state: 'expired' } : { lost: true }) });
}

export const msUntil = (time: string): number => Math.max(Date.parse(time) - platform().now(), 0);

/** Says that the time is over where it is: pages stay open. */
export function endHelp(): void {
  const help = $help.get();
  if (help) $help.set(withExpiry(help));
}

function take(id: number, event: HelpEvent): void {
  if ($help.get()?.id !== id) return;
  const { state, helped, needed, expires_at } = event;
  $help.set(withExpiry({ id, state, helped, needed, expires_at, busy: false, lost: false }));
}

/** By the device's clock: what the page or a cache knows may be from before the end. */
function withExpiry(help: Help): Help {
  return msUntil(help.expires_at) === 0 ? { ...help, state: 'expired', busy: false } : help;
}
