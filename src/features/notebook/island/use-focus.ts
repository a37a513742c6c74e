import { useEffect, useRef } from 'react';

/** Ids of the focusable parts of a mark's row. */
export const passageId = (markId: string): string => `mark-${markId}`;
export const editId = (markId: string): string => `edit-${markId}`;

/** @returns a function that focuses an element after the next render, which may remove the focused element */
export function useFocusAfterRender(): (id: string) => void {
  const nextFocusId = useRef<string | null>(null);
  useEffect(() => {
    if (nextFocusId.current === null) return;
    document.getElementById(nextFocusId.current)?.focus();
    nextFocusId.current = null;
  });
  return (id) => {
    nextFocusId.current = id;
  };
}

/** Scrolls to the mark in the address, for example after returning from its passage. */
export function useArrivalAt(markId: string | null): void {
  useEffect(() => {
    const passage = markId === null ? null : document.getElementById(passageId(markId));
    passage?.scrollIntoView({ block: 'center', behavior: 'instant' });
    passage?.focus({ preventScroll: true });
  }, [markId]);
}
