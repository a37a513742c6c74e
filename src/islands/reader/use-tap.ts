import { useEffect } from 'react';
import { toggleNavigationBar } from '#src/stores/book.ts';

/** A tap on the chapter's text shows or hides the bars; taps on links and the end of a selection do not. */
export function useTap(): void {
  useEffect(() => {
    const text = document.querySelector('[data-reader-text]');
    const tap = (event: Event) => {
      const onControl = event.target instanceof Element && event.target.closest('a, button, summary, input, select');
      if (!onControl && String(getSelection()) === '') toggleNavigationBar();
    };
    text?.addEventListener('click', tap);
    return () => text?.removeEventListener('click', tap);
  }, []);
}
