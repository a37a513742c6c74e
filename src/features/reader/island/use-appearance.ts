import { useEffect, useState } from 'react';
import { $bgColor, $fontSize, $readerSettings } from '#src/shell/state/local-storage.ts';
import { APPEARANCE, type ReaderSettings } from '#src/shell/state/reader-settings.ts';
import { withStablePosition } from '../position/anchor.ts';

/**
 * Updates the root element's attributes when the reader settings change, keeping the current line in place. An inline
 * script sets the attributes before first paint.
 * @param chosen whether the visitor has turned night mode on or off; null uses the brand's default
 * @returns whether night mode is on
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
      $readerSettings.subscribe((settings) => show(appearanceOf(settings))),
    ];
    return () => {
      for (const stop of unbind) stop();
    };
  }, []);
  return chosen ?? shown;
}

const appearanceOf = (settings: ReaderSettings) => Object.fromEntries(APPEARANCE.map((name) => [name, settings[name]]));

/** Sets attributes of the root element. Null removes an attribute. */
function show(settings: Readonly<Record<string, string | number | boolean | null>>): void {
  const { dataset } = document.documentElement;
  const changed = Object.entries(settings).filter(
    ([name, value]) => dataset[name] !== (value === null ? undefined : String(value)),
  );
  if (changed.length === 0) return;
  withStablePosition(() => {
    for (const [name, value] of changed) {
      if (value === null) delete dataset[name];
      else dataset[name] = String(value);
    }
  });
  // The number of pages may have changed. Scroll listeners count them again.
  dispatchEvent(new Event('scroll'));
}
