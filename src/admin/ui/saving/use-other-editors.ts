import { useEffect, useState } from 'react';
import type { Answer, OtherEditor } from '../../contract/answers.ts';
import { call } from '../providers/http.ts';

const INTERVAL_MS = 15_000;

/** The page stops reporting after this time without input, because each report extends the session. */
const MAX_IDLE_MS = 10 * 60_000;

const PAGE = crypto.randomUUID();

/** Reports to the API that a record is open for editing. @returns who else has the record open */
export function useOtherEditors(resource: string, id: string | number): readonly OtherEditor[] {
  const [others, setOthers] = useState<readonly OtherEditor[]>([]);
  useEffect(() => {
    const path = `presence/${resource}/${encodeURIComponent(String(id))}`;
    let lastInput = Date.now();
    let isOpen = true;
    const beat = async () => {
      if (document.hidden || Date.now() - lastInput > MAX_IDLE_MS) return;
      // If the request fails, the names stay on the screen: saving is safe even if they are outdated.
      const answer = await call<Answer<readonly OtherEditor[]>>(path, { method: 'PUT', body: { page: PAGE } }).catch(
        () => undefined,
      );
      if (isOpen && answer) setOthers(answer.data);
    };
    const onInput = () => {
      const wasIdle = Date.now() - lastInput > MAX_IDLE_MS;
      lastInput = Date.now();
      if (wasIdle) void beat();
    };
    void beat();
    const timer = setInterval(beat, INTERVAL_MS);
    document.addEventListener('visibilitychange', beat);
    for (const event of INPUT_EVENTS) addEventListener(event, onInput, { passive: true });
    return () => {
      isOpen = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', beat);
      for (const event of INPUT_EVENTS) removeEventListener(event, onInput);
      call(path, { method: 'DELETE', body: { page: PAGE } }).catch(() => undefined);
    };
  }, [resource, id]);
  return others;
}

const INPUT_EVENTS = ['keydown', 'pointerdown', 'wheel'] as const;

/** "Ana is also editing this." @returns '' if the record is open only on this page */
export function othersText(others: readonly OtherEditor[]): string {
  const names = others.filter(({ isYou }) => !isYou).map(({ name }) => name);
  if (names.length === 0) return others.length === 0 ? '' : 'You also have this open in another window.';
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
  return `${list} ${names.length === 1 ? 'is' : 'are'} also editing this.`;
}
