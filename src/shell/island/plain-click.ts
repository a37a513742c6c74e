import type { MouseEvent as ReactMouseEvent } from 'react';

/** A click without a modifier, which opens no new tab or window. */
export const isPlain = ({
  button,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

/** For a link: `act` takes the place of a plain click on it. */
export const onPlainClick = (act: () => void) => (event: ReactMouseEvent) => {
  if (!isPlain(event)) return;
  event.preventDefault();
  act();
};
