import { useEffect, useState } from 'react';

const TICK_MS = 30_000;

/** The time in ms since 1970, as precise as words about it need. For what is shown after hydration only. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
