import { useEffect, useRef } from 'react';

/** Ids of the focusable parts of a mark's row. */
export const passageId = (markId: string): string => `mark-${markId}`;
export const editId = (markId: string): string => `edit-${markId}`;

/** @returns a function that focuses an element after the next render: the focused one may be gone by then */
export function useFocusAfterRender(): (id: string) => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    document.getElementById(wanted.current)?.focus();
    wanted.current = null;
  });
  return (id) => {
    wanted.current = id;
  };
}

/** Scrolls to the mark in the address, as after returning from its passage. */
export function useArrivalAt(markId: string | null): void {
  useEffect(() => {
    const passage = markId === null ? null : document.getElementById(passageId(markId));
    passage?.scrollIntoView({ block: 'center', behavior: 'instant' });
    passage?.focus({ preventScroll: true });
  }, [markId]);
}
