import { useEffect, useMemo, useRef, useState } from 'react';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import type { Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import type { PanelProps } from '../island/panel.ts';
import { $chapterList, loadChapters } from '../state/chapter-list.ts';
import { $chapter } from '../state/reading-state.ts';
import { Branches } from './Branches.tsx';
import { groupsOf, type RowFilter, rowsOf } from './chapter-rows.ts';
import { type Branch, treeOf } from './chapter-tree.ts';
import { TableOfContentsTools } from './TableOfContentsTools.tsx';

const NOT_LOADED = { state: 'idle', bookId: null, chapters: [] } as const;

/** The book's chapters, grouped by part. Scrolls to the current chapter. */
export function TableOfContents({ island, book, language }: PanelProps) {
  const { t } = island;
  const list = useStored($chapterList, NOT_LOADED);

  useEffect(() => {
    void loadChapters(book.id);
  }, [book.id]);

  if (list.state === 'failed') return <Failed bookId={book.id} t={t} />;
  if (list.state !== 'ready') return <p className="reader-wait">{t('loading')}</p>;
  return <Chapters chapters={list.chapters} bookId={book.id} language={language} island={island} />;
}

interface ChaptersProps {
  readonly chapters: readonly Chapter[];
  readonly bookId: number;
  /** BCP 47 tag of the book. */
  readonly language: string;
  readonly island: Island<'reader'>;
}

const ALL: RowFilter = { query: '', hideLocked: false, newestFirst: false };

function Chapters({ chapters, bookId, language, island }: ChaptersProps) {
  const [filter, setFilter] = useState(ALL);
  const [jump, setJump] = useState<number | null>(null);
  // Incremented when the visitor returns to the current chapter. The change remounts the list.
  const [returns, setReturns] = useState(0);
  const top = useRef<HTMLDivElement>(null);
  const current = useStored($chapter, null)?.id ?? 0;
  const branches = useMemo(() => branchesOf(chapters, filter), [chapters, filter]);
  const onlyRows = branches.length === 1 && branches[0]?.kind === 'chapters' ? branches[0] : undefined;
  useEffect(() => {
    if (filter !== ALL) top.current?.closest('dialog')?.scrollTo({ top: 0 });
  }, [filter]);
  return (
    <>
      <div ref={top} />
      <TableOfContentsTools
        island={island}
        language={language}
        filter={filter}
        groups={onlyRows ? groupsOf(onlyRows.chapters) : []}
        hasLocked={chapters.some(({ locked }) => locked)}
        onChange={setFilter}
        onJump={setJump}
        onReturn={() => {
          setFilter(ALL);
          setReturns(returns + 1);
        }}
      />
      {branches.length === 0 && <p className="reader-wait">{island.t('no-chapter')}</p>}
      <Branches
        // The key changes with the order, the search and the filters, and then React remounts the list.
        key={`${JSON.stringify(filter)}${returns}`}
        branches={branches}
        island={island}
        bookId={bookId}
        language={language}
        current={current}
        opens={filter === ALL ? 'current' : 'first'}
        namesPart={filter.query !== ''}
        jump={onlyRows ? jump : null}
        onJumped={() => setJump(null)}
      />
    </>
  );
}

/** Search results are a single list, best match first. Without a search, the book is shown in parts. */
const branchesOf = (chapters: readonly Chapter[], filter: RowFilter): Branch[] => {
  const rows = rowsOf(chapters, filter);
  if (filter.query === '') return treeOf(rows);
  return rows.length === 0 ? [] : [{ kind: 'chapters', key: '', chapters: rows }];
};

function Failed({ bookId, t }: { readonly bookId: number; readonly t: Island<'reader'>['t'] }) {
  return (
    <p className="reader-wait" role="alert">
      {t('toc-failed')}{' '}
      <button type="button" className="button button-quiet" onClick={() => void loadChapters(bookId)}>
        {t('again')}
      </button>
    </p>
  );
}
