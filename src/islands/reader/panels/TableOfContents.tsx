import { useEffect, useMemo, useRef, useState } from 'react';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { $chapterList, loadChapters } from '#src/stores/book.ts';
import { $chapter } from '#src/stores/reading-state.ts';
import type { Island } from '../../ui/use-island.ts';
import { useStored } from '../../ui/use-stored.ts';
import type { PanelProps } from '../panel.ts';
import { ChapterGroup } from './ChapterGroup.tsx';
import { groupsOf, type RowFilter, rowsOf } from './chapter-rows.ts';
import { TableOfContentsTools } from './TableOfContentsTools.tsx';

const NOTHING = { state: 'idle', bookId: null, chapters: [] } as const;

/** The book's chapters, the current one in view. */
export function TableOfContents({ island, book }: PanelProps) {
  const { t } = island;
  const list = useStored($chapterList, NOTHING);

  useEffect(() => {
    void loadChapters(book.id);
  }, [book.id]);

  if (list.state === 'failed') return <Failed bookId={book.id} t={t} />;
  if (list.state !== 'ready') return <p className="reader-wait">{t('loading')}</p>;
  return <Chapters chapters={list.chapters} bookId={book.id} island={island} />;
}

interface ChaptersProps {
  readonly chapters: readonly Chapter[];
  readonly bookId: number;
  readonly island: Island<'reader'>;
}

const ALL: RowFilter = { query: '', hideLocked: false, newestFirst: false };

function Chapters({ chapters, bookId, island }: ChaptersProps) {
  const [filter, setFilter] = useState(ALL);
  const top = useRef<HTMLDivElement>(null);
  const current = useStored($chapter, null)?.id ?? 0;
  const groups = useMemo(() => groupsOf(rowsOf(chapters, filter)), [chapters, filter]);
  const home = groups.findIndex(({ rows }) => rows.some(({ id }) => id === current));
  const [jump, setJump] = useState<number | null>(null);
  // What was looked for is shown from its beginning; the list as it opens, where one is.
  const near = filter === ALL ? Math.max(0, home) : 0;
  useEffect(() => {
    if (filter !== ALL) top.current?.closest('dialog')?.scrollTo({ top: 0 });
  }, [filter]);
  return (
    <>
      <div ref={top} />
      <TableOfContentsTools
        t={island.t}
        filter={filter}
        groups={groups}
        hasLocked={chapters.some(({ locked }) => locked)}
        onChange={setFilter}
        onJump={setJump}
      />
      {groups.length === 0 && <p className="reader-wait">{island.t('no-chapter')}</p>}
      {groups.map((group) => (
        <ChapterGroup
          // Another order or search is another list.
          key={`${JSON.stringify(filter)}${group.key}`}
          group={group}
          island={island}
          bookId={bookId}
          current={current}
          near={group.key === near}
          centred={filter === ALL}
          aim={jump === group.key}
          onAimed={() => setJump(null)}
        />
      ))}
    </>
  );
}

function Failed({ bookId, t }: { readonly bookId: number; readonly t: Island<'reader'>['t'] }) {
  return (
    <p className="reader-wait" role="alert">
      {t('catalogue-failed')}{' '}
      <button type="button" className="button button-quiet" onClick={() => void loadChapters(bookId)}>
        {t('again')}
      </button>
    </p>
  );
}
