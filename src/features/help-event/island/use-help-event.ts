import { useEffect, useState } from 'react';
import { onConnection, useOnline } from '#src/shell/island/use-online.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $help, endHelp, type Help, type HelpState, msUntil, openHelp, refreshHelp } from '../state.ts';

/** Maximum delay of a timer. Browsers fire timers with a longer delay immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Returns the help event from the store or, until it is loaded, the event in the page. Marks the event as expired when
 * its time has come, and refreshes it when the visitor returns.
 */
export function useHelpEvent(id: number, initial: HelpState): { help: Help; offline: boolean } {
  const stored = useStored($help, null);
  const online = useOnline();
  const [first] = useState(initial);
  const help = stored?.id === id ? stored : { ...initial, id, busy: false, lost: false };
  const expires = help.expires_at;

  useEffect(() => void openHelp(id, first), [id, first]);
  useEffect(() => runAt(expires, endHelp), [expires]);
  useEffect(refreshOnReturn, []);

  return { help, offline: !online };
}

/** Calls `run` at a time that may be far in the future. Returns a function that cancels the call. */
export function runAt(moment: string, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const remainingMs = msUntil(moment);
    if (remainingMs > 0) timer = setTimeout(wait, Math.min(remainingMs + 1, MAX_TIMER_MS));
    else run();
  };
  wait();
  return () => clearTimeout(timer);
}

/** Refreshes the event when the browser is online again or the visitor returns to the page. */
function refreshOnReturn(): () => void {
  const refresh = () => {
    if (navigator.onLine) void refreshHelp();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) refresh();
  };
  const stop = onConnection(refresh);
  addEventListener('pageshow', onPageShow);
  return () => {
    stop();
    removeEventListener('pageshow', onPageShow);
  };
}
