import type { MouseEvent as ReactMouseEvent } from 'react';

/** Whether a click opens a link in the same tab: the primary button without modifier keys. */
export const isPlain = ({
  button,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

/** Click handler for a link: a plain click calls `act` instead of following the link. */
export const onPlainClick = (act: () => void) => (event: ReactMouseEvent) => {
  if (!isPlain(event)) return;
  event.preventDefault();
  act();
};
