import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { $readChapters } from '#src/stores/local-storage.ts';
import { isIn, spansOf } from '#src/stores/read-chapters.ts';
import type { Island } from '../../ui/use-island.ts';
import { useStored } from '../../ui/use-stored.ts';
import { ChapterRow } from './ChapterRow.tsx';
import type { Group } from './chapter-rows.ts';

interface ChapterGroupProps {
  readonly group: Group;
  readonly island: Island<'reader'>;
  readonly bookId: number;
  readonly current: number;
  readonly namesPart: boolean;
  /** It is what shows first, so its rows are there at once. */
  readonly near: boolean;
  /** The current chapter comes into the middle. */
  readonly centred: boolean;
  /** It shall come into view. */
  readonly aim: boolean;
  readonly onAimed: () => void;
}

const NONE: ReturnType<typeof $readChapters.get> = [];

/** A hundred chapters: room as high as they are, and the rows once they come near the window. */
export function ChapterGroup(props: ChapterGroupProps) {
  const { group, island, bookId, current, namesPart, near, centred, aim, onAimed } = props;
  const list = useRef<HTMLOListElement>(null);
  const [shown, setShown] = useState(near);
  const spans = spansOf(useStored($readChapters, NONE), bookId);

  useLayoutEffect(() => list.current?.style.setProperty('--rows', String(group.rows.length)), [group]);
  useEffect(() => whenNear(list.current, () => setShown(true)), []);
  useLayoutEffect(() => {
    if (near && centred) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  }, [near, centred]);
  useLayoutEffect(() => {
    if (!aim) return;
    list.current?.scrollIntoView({ block: 'start' });
    onAimed();
  }, [aim, onAimed]);

  return (
    <ol ref={list} className="reader-rows">
      {shown &&
        group.rows.map((chapter) => (
          <ChapterRow
            key={chapter.id}
            chapter={chapter}
            href={island.paths.reader(bookId, chapter.id)}
            island={island}
            isCurrent={chapter.id === current}
            namesPart={namesPart}
            isRead={isIn(spans, chapter.number)}
          />
        ))}
    </ol>
  );
}

function whenNear(element: Element | null, act: () => void): (() => void) | undefined {
  if (!element) return undefined;
  const observer = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && act(), {
    root: element.closest('dialog'),
    rootMargin: '100% 0px',
  });
  observer.observe(element);
  return () => observer.disconnect();
}
