import { useEffect, useRef } from 'react';

/** Element ids of a mark's focusable parts: the passage and the edit button. */
export const passageId = (markId: string): string => `mark-${markId}`;
export const editId = (markId: string): string => `edit-${markId}`;

/**
 * Returns a function that focuses an element after the next render, because rendering may remove the element that has
 * the focus.
 */
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

/** Scrolls to the mark that the address names, for example when the visitor returns from the mark's passage. */
export function useArrivalAt(markId: string | null): void {
  useEffect(() => {
    const passage = markId === null ? null : document.getElementById(passageId(markId));
    passage?.scrollIntoView({ block: 'center', behavior: 'instant' });
    passage?.focus({ preventScroll: true });
  }, [markId]);
}
