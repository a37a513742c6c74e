import { useEffect, useEffectEvent } from 'react';
import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import type { Island } from '#src/shell/island/use-island.ts';
import { $readerSettings } from '#src/shell/state/local-storage.ts';
import { isPaged } from '../paginated/page-columns.ts';
import { isRightToLeft, isVertical } from '../position/geometry.ts';
import { toggleNight } from '../state/reader-settings.ts';
import { $autoScroll, $chapter, $keepAwake } from '../state/reading-state.ts';
import { currentPart } from './articles.ts';
import { followReading } from './follow-reading.ts';
import { listenForKeys, listenForReport, startWhen } from './lazy-start.ts';
import { listenForTab } from './tab-stops.ts';
import { listenForTaps } from './taps.ts';

interface Reader {
  readonly island: Island<'reader'>;
  readonly book: BookReference & { readonly cover: Cover | null };
  readonly apiPrefix: string;
  readonly chapterCount: number;
  readonly night: boolean;
}

/** Runs all listeners of the reader while the controls are mounted. */
export function useReader({ island, book, apiPrefix, chapterCount, night }: Reader): void {
  const toggle = useEffectEvent(() => toggleNight(night));
  useEffect(() => {
    const main = document.querySelector('main') ?? document.body;
    const movement = followReading({ ...book, apiPrefix });
    const stops = [
      movement.stop,
      listenForKeys({ toggleNight: () => toggle() }),
      listenForTaps(main, isMirrored),
      listenForTab(),
      listenForReport(),
      ...startLazyParts(main),
    ];
    // Replays the input from before hydration (src/features/reader/early-clicks.inline.ts).
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

/** Modules that many visitors never use. Each is started when it is first needed. */
const startLazyParts = (main: HTMLElement) => [
  startWhen(
    $readerSettings,
    ({ flow }) => flow === 'pages',
    async () => (await import('../paginated/swipe.ts')).listenForSwipes(main, isMirrored),
  ),
  startWhen($autoScroll, Boolean, async () => (await import('./auto-scroll.ts')).followAutoScroll(main)),
  startWhen($keepAwake, Boolean, async () => (await import('./screen.ts')).followWakeLock($keepAwake)),
];

/** Whether the next page is to the left, as in right-to-left scripts and vertical text. */
const isMirrored = (): boolean => {
  const part = isPaged() ? currentPart() : null;
  return part !== null && (isRightToLeft(part) || isVertical(part));
};

/** Shows the current chapter in the top bar, which is part of the page's HTML. */
function showPlace(text: string): void {
  const place = document.querySelector('.reader-top-place');
  if (place) place.textContent = text;
}
