import { useEffect, useMemo, useRef, useState } from 'react';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { $chapterList, loadChapters } from '#src/stores/chapter-list.ts';
import { $chapter } from '#src/stores/reading-state.ts';
import type { Island } from '../../ui/use-island.ts';
import { useStored } from '../../ui/use-stored.ts';
import type { PanelProps } from '../panel.ts';
import { Branches } from './Branches.tsx';
import { groupsOf, type RowFilter, rowsOf } from './chapter-rows.ts';
import { type Branch, treeOf } from './chapter-tree.ts';
import { TableOfContentsTools } from './TableOfContentsTools.tsx';

const NOTHING = { state: 'idle', bookId: null, chapters: [] } as const;

/** The book's chapters in their parts, the current one in view. */
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
  const [jump, setJump] = useState<number | null>(null);
  // Counts how often the list was brought back to the chapter being read: each time it begins anew.
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
        t={island.t}
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
        // Another order or search is another list.
        key={`${JSON.stringify(filter)}${returns}`}
        branches={branches}
        island={island}
        bookId={bookId}
        current={current}
        opens={filter === ALL ? 'current' : 'first'}
        namesPart={filter.query !== ''}
        jump={onlyRows ? jump : null}
        onJumped={() => setJump(null)}
      />
    </>
  );
}

/** What is looked for stands in one list, for the best comes first; the whole book stands in its parts. */
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
