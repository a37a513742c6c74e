import { useEffect, useState } from 'react';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $sleep, setSleep } from './state/listening.ts';

const MINUTES = [5, 15, 30, 45, 60];

/** The field for the sleep timer. While the timer runs, the remaining minutes are one of the options. */
export function SleepField({ t }: { t: AreaT<'reader'> }) {
  const sleep = useStored($sleep, null);
  const minutesLeft = useMinutesLeft(sleep?.kind === 'time' ? sleep.until : null);
  const value = sleep === null ? '' : sleep.kind === 'chapter' ? 'chapter' : String(minutesLeft);
  const minutes =
    minutesLeft === null || MINUTES.includes(minutesLeft) ? MINUTES : [...MINUTES, minutesLeft].sort((a, b) => a - b);
  return (
    <label className="listen-field">
      <span>{t('sleep')}</span>
      <select value={value} onChange={({ target }) => setSleep(parseSleep(target.value))}>
        <option value="">{t('sleep-never')}</option>
        {minutes.map((count) => (
          <option key={count} value={count}>
            {t('sleep-minutes', { minutes: count })}
          </option>
        ))}
        <option value="chapter">{t('sleep-chapter')}</option>
      </select>
    </label>
  );
}

function parseSleep(value: string): number | 'chapter' | null {
  if (value === '') return null;
  return value === 'chapter' ? value : Number(value);
}

function useMinutesLeft(until: number | null): number | null {
  const read = () => (until === null ? null : Math.max(1, Math.ceil((until - Date.now()) / 60_000)));
  const [, setTurn] = useState(0);
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setInterval(() => setTurn((turn) => turn + 1), 10_000);
    return () => clearInterval(timer);
  }, [until]);
  return read();
}
