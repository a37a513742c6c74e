import { useEffect, useEffectEvent } from 'react';
import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import { $readerSettings } from '#src/stores/local-storage.ts';
import { toggleNight } from '#src/stores/reader-settings.ts';
import { $autoScroll, $chapter, $keepAwake } from '#src/stores/reading-state.ts';
import type { Island } from '../ui/use-island.ts';
import { currentPart } from './articles.ts';
import { followReading } from './follow-reading.ts';
import { listenForKeys, listenForReport, startWhen } from './lazy-start.ts';
import { isPaged } from './paginated/page-columns.ts';
import { isRightToLeft, isVertical } from './position/geometry.ts';
import { listenForTab } from './tab-stops.ts';
import { listenForTaps } from './taps.ts';

interface Reader {
  readonly island: Island<'reader'>;
  readonly book: BookReference & { readonly cover: Cover | null };
  readonly apiPrefix: string;
  readonly chapterCount: number;
  readonly night: boolean;
}

/** Everything that listens to the page around the text, for as long as the controls stand. */
export function useReader({ island, book, apiPrefix, chapterCount, night }: Reader): void {
  const swap = useEffectEvent(() => toggleNight(night));
  useEffect(() => {
    const main = document.querySelector('main') ?? document.body;
    const movement = followReading({ ...book, apiPrefix });
    const stops = [
      movement.stop,
      listenForKeys({ toggleNight: () => swap() }),
      listenForTaps(main, isMirrored),
      listenForTab(),
      listenForReport(),
      ...startLazyParts(main),
    ];
    // A click that came before this happens now (browser/inline/early-clicks.js).
    document.dispatchEvent(new Event('reader-ready'));
    return () => {
      for (const stop of stops) stop();
    };
  }, [book, apiPrefix]);
  useEffect(
    () => $chapter.subscribe((now) => now && showPlace(island.t('place', { number: now.number, count: chapterCount }))),
    [island, chapterCount],
  );
}

/** What many visitors never use. */
const startLazyParts = (main: HTMLElement) => [
  startWhen(
    $readerSettings,
    ({ flow }) => flow === 'pages',
    async () => (await import('./paginated/swipe.ts')).listenForSwipes(main, isMirrored),
  ),
  startWhen($autoScroll, Boolean, async () => (await import('./auto-scroll.ts')).followAutoScroll(main)),
  startWhen($keepAwake, Boolean, async () => (await import('./screen.ts')).followWakeLock($keepAwake)),
];

/** Pages go to the left in scripts that do, and in columns that stand upright. */
const isMirrored = (): boolean => {
  const part = isPaged() ? currentPart() : null;
  return part !== null && (isRightToLeft(part) || isVertical(part));
};

/** The bar on top is the page's own, and names the chapter too. */
function showPlace(words: string): void {
  const place = document.querySelector('.reader-top-place');
  if (place) place.textContent = words;
}
