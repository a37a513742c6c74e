import { useEffect } from 'react';
import { closePanels } from '#src/stores/book.ts';

/** Arrow keys turn to the neighbouring chapter, Escape closes panels; never while something is being typed. */
export function useReaderKeys({
  previousHref,
  nextHref,
}: {
  previousHref: string | null;
  nextHref: string | null;
}): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target =
        event.target instanceof Element ? event.target.closest('input, select, textarea, [role="listbox"]') : null;
      if (target || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key === 'Escape') closePanels();
      const to = event.key === 'ArrowLeft' ? previousHref : event.key === 'ArrowRight' ? nextHref : null;
      if (to !== null) location.assign(to);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [previousHref, nextHref]);
}
