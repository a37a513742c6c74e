import { useEffect, useRef } from 'react';

/** Ids of the parts of a mark's row that take the focus. */
export const passageId = (markId: string): string => `mark-${markId}`;
export const editId = (markId: string): string => `edit-${markId}`;

/** @returns what gives the focus to an element after the next render of this component: what had it may be gone by then */
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

/** Shows the mark that the address names, as somebody does who comes back from its passage. */
export function useArrivalAt(markId: string | null): void {
  useEffect(() => {
    const passage = markId === null ? null : document.getElementById(passageId(markId));
    passage?.scrollIntoView({ block: 'center', behavior: 'instant' });
    passage?.focus({ preventScroll: true });
  }, [markId]);
}
