import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $readChapters } from '#src/shell/state/local-storage.ts';
import { isIn, spansOf } from '../state/read-chapters.ts';
import { ChapterRow } from './ChapterRow.tsx';
import type { Group } from './chapter-rows.ts';

interface ChapterGroupProps {
  readonly group: Group;
  readonly island: Island<'reader'>;
  readonly bookId: number;
  readonly current: number;
  readonly namesPart: boolean;
  /** It is visible first, so its rows are rendered at once. */
  readonly near: boolean;
  /** The current chapter is scrolled to the centre. */
  readonly centred: boolean;
  /** Whether to scroll to it. */
  readonly aim: boolean;
  readonly onAimed: () => void;
}

const NONE: ReturnType<typeof $readChapters.get> = [];

/** A range of a hundred chapters: reserves their height and renders the rows when they come near the window. */
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
