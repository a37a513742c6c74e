import { useEffect, useState } from 'react';
import { $bgColor, $fontSize, $readerSettings } from '#src/stores/local-storage.ts';
import { holding } from './position/anchor.ts';

/**
 * Keeps the document's attributes in step with the reader's settings, and the line being read where it is. The inline
 * script sets them before first paint; this does on change.
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
      $fontSize.subscribe((size) => show({ size })),
      $bgColor.subscribe((paper) => show({ paper })),
      // What does not change how a chapter looks stays out.
      $readerSettings.subscribe(({ speed: _speed, wake: _wake, keys: _keys, ...settings }) => show(settings)),
    ];
    return () => {
      for (const stop of unbind) stop();
    };
  }, []);
  return chosen ?? shown;
}

/** Null takes an attribute away. */
function show(settings: Readonly<Record<string, string | number | boolean | null>>): void {
  const { dataset } = document.documentElement;
  const changed = Object.entries(settings).filter(
    ([name, value]) => dataset[name] !== (value === null ? undefined : String(value)),
  );
  if (changed.length === 0) return;
  holding(() => {
    for (const [name, value] of changed) {
      if (value === null) delete dataset[name];
      else dataset[name] = String(value);
    }
  });
  // As many letters make more pages or fewer; who follows the scroll counts again.
  dispatchEvent(new Event('scroll'));
}
