import type { MouseEvent } from 'react';

/** A click that means this page, and no new tab or window: `act` takes the place of its link. */
export const onPlainClick = (act: () => void) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  act();
};
