import { useEffect, useState } from 'react';
import { $help, endHelp, type Help, type HelpState, msUntil, openHelp, refreshHelp } from '#src/stores/help.ts';
import { useStored } from '../ui/use-stored.ts';

/** A timer that is set further ahead fires at once. */
const FURTHEST_MS = 2 ** 31 - 1;

/** The help event as the store knows it, as the page told it until then; it ends in time and survives being offline. */
export function useHelp(id: number, known: HelpState): { help: Help; offline: boolean } {
  const stored = useStored($help, null);
  const [offline, setOffline] = useState(false);
  const [first] = useState(known);
  const help = stored?.id === id ? stored : { ...known, id, busy: false, lost: false };
  const expires = help.expires_at;

  useEffect(() => void openHelp(id, first), [id, first]);

  useEffect(() => {
    const timer = setTimeout(endHelp, Math.min(msUntil(expires) + 1, FURTHEST_MS));
    return () => clearTimeout(timer);
  }, [expires]);

  useEffect(() => {
    const look = () => {
      setOffline(!navigator.onLine);
      if (navigator.onLine) void refreshHelp();
    };
    setOffline(!navigator.onLine);
    const listening = new AbortController();
    for (const type of ['online', 'offline', 'pageshow']) addEventListener(type, look, { signal: listening.signal });
    return () => listening.abort();
  }, []);

  return { help, offline };
}
