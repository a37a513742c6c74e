import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** A prompt over the text. It precedes the text in the DOM, so that Tab reaches it first without scrolling. */
export function Offer({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const place = document.querySelector('[data-reader-offers]');
  const offer = (
    <div className={`undo ${name}`}>
      <p>{children}</p>
    </div>
  );
  return place ? createPortal(offer, place) : offer;
}
