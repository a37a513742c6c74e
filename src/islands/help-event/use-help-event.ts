import { useEffect, useState } from 'react';
import { $help, endHelp, type Help, type HelpState, msUntil, openHelp, refreshHelp } from '#src/stores/help-event.ts';
import { onConnection, useOnline } from '../ui/use-online.ts';
import { useStored } from '../ui/use-stored.ts';

/** A timer that is set further ahead fires at once. */
const FURTHEST_MS = 2 ** 31 - 1;

/** The help event as the store knows it, as the page told it until then; it ends in time and survives being offline. */
export function useHelpEvent(id: number, known: HelpState): { help: Help; offline: boolean } {
  const stored = useStored($help, null);
  const online = useOnline();
  const [first] = useState(known);
  const help = stored?.id === id ? stored : { ...known, id, busy: false, lost: false };
  const expires = help.expires_at;

  useEffect(() => void openHelp(id, first), [id, first]);
  useEffect(() => whenOver(expires, endHelp), [expires]);
  useEffect(onReturn, []);

  return { help, offline: !online };
}

/** Runs once the moment is there, however far off it is; gives what calls it off. */
export function whenOver(moment: string, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const left = msUntil(moment);
    if (left > 0) timer = setTimeout(wait, Math.min(left + 1, FURTHEST_MS));
    else run();
  };
  wait();
  return () => clearTimeout(timer);
}

/** Asks anew with a connection that is back, and on a page that is. */
function onReturn(): () => void {
  const look = () => {
    if (navigator.onLine) void refreshHelp();
  };
  const back = ({ persisted }: PageTransitionEvent) => {
    if (persisted) look();
  };
  const stop = onConnection(look);
  addEventListener('pageshow', back);
  return () => {
    stop();
    removeEventListener('pageshow', back);
  };
}
