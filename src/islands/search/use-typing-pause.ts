import { useEffect, useRef } from 'react';
import { suggest } from '#src/stores/suggestions.ts';

const TYPING_PAUSE_MS = 150;

/** Asks for suggestions once the visitor pauses. */
export function useTypingPause(): (word: string) => void {
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(typing.current), []);
  return (word) => {
    clearTimeout(typing.current);
    typing.current = setTimeout(() => void suggest(word), TYPING_PAUSE_MS);
  };
}
