import { useEffect, useRef } from 'react';
import type { Locale } from '#src/contract/locales.ts';
import { suggest } from '../state.ts';

const TYPING_PAUSE_MS = 150;

/**
 * Returns a function to call while the visitor types. It requests suggestions when the visitor pauses for a moment.
 * @param content locale whose content is searched; by default the page's locale
 */
export function useTypingPause(content?: Locale): (word: string) => void {
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(typing.current), []);
  return (word) => {
    clearTimeout(typing.current);
    typing.current = setTimeout(() => void suggest(word, content), TYPING_PAUSE_MS);
  };
}
