import { useEffect, useState } from 'react';
import { $bgColor, $fontSize } from '#src/stores/local.ts';

/**
 * Keeps the document's attributes in step with the reader's settings: `data-mode`, `data-paper`, `data-size`. The
 * inline script sets them before first paint; this does on change.
 * @param chosen the visitor's choice of night; null leaves it to the brand
 * @returns whether it is night now
 */
export function useAppearance(chosen: boolean | null): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (chosen !== null) document.documentElement.dataset['mode'] = chosen ? 'night' : 'day';
    setShown(getComputedStyle(document.documentElement).colorScheme === 'dark');
  }, [chosen]);
  useEffect(() => {
    const unbind = [
      $fontSize.subscribe((size) => {
        document.documentElement.dataset['size'] = String(size);
      }),
      $bgColor.subscribe((paper) => {
        document.documentElement.dataset['paper'] = String(paper);
      }),
    ];
    return () => {
      for (const stop of unbind) stop();
    };
  }, []);
  return chosen ?? shown;
}
