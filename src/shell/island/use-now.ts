import { useEffect, useState } from 'react';

const TICK_MS = 30_000;

/** The current time in ms since 1970, updated every 30 seconds. Only for content rendered after hydration. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
