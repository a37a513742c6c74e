import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** An offer over the text. It stands before the text, so that Tab comes to it first and nothing has to be scrolled by. */
export function Offer({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const place = document.querySelector('[data-reader-offers]');
  const offer = (
    <div className={`undo ${name}`}>
      <p>{children}</p>
    </div>
  );
  return place ? createPortal(offer, place) : offer;
}
