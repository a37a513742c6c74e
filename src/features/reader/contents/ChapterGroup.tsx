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
  /** BCP 47 tag of the book. */
  readonly language: string;
  readonly current: number;
  readonly namesPart: boolean;
  /** Whether the group is visible initially. Its rows are then rendered immediately. */
  readonly near: boolean;
  /** Whether to centre the current chapter by scrolling. */
  readonly centred: boolean;
  /** Whether to scroll to this group. */
  readonly isTarget: boolean;
  readonly onScrolled: () => void;
}

const NO_BOOKS: ReturnType<typeof $readChapters.get> = [];

/**
 * A range of up to a hundred chapters. Reserves the height of its rows, and renders them shortly before they scroll
 * into view.
 */
export function ChapterGroup(props: ChapterGroupProps) {
  const { group, island, bookId, language, current, namesPart, near, centred, isTarget, onScrolled } = props;
  const list = useRef<HTMLOListElement>(null);
  const [shown, setShown] = useState(near);
  const spans = spansOf(useStored($readChapters, NO_BOOKS), bookId);

  useLayoutEffect(() => list.current?.style.setProperty('--rows', String(group.rows.length)), [group]);
  useEffect(() => whenNear(list.current, () => setShown(true)), []);
  useLayoutEffect(() => {
    if (near && centred) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  }, [near, centred]);
  useLayoutEffect(() => {
    if (!isTarget) return;
    list.current?.scrollIntoView({ block: 'start' });
    onScrolled();
  }, [isTarget, onScrolled]);

  return (
    <ol ref={list} className="reader-rows">
      {shown &&
        group.rows.map((chapter) => (
          <ChapterRow
            key={chapter.id}
            chapter={chapter}
            href={island.paths.reader(bookId, chapter.id)}
            island={island}
            language={language}
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
  const observer = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && act(),
    {
      root: element.closest('dialog'),
      rootMargin: '100% 0px',
    },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
