import { useEffect, useRef } from 'react';
import { $chapterList, closePanels, loadChapters } from '#src/stores/book.ts';
import { Icon } from '../ui/Icon.tsx';
import type { Island } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';

const NOTHING = { state: 'idle', bookId: null, chapters: [] } as const;

/** The book's chapters, the current one in view. */
export function Catalogue({ bookId, current, island }: { bookId: number; current: number; island: Island }) {
  const { t, paths } = island;
  const list = useStored($chapterList, NOTHING);
  const here = useRef<HTMLLIElement>(null);

  useEffect(() => void loadChapters(bookId), [bookId]);
  useEffect(() => {
    if (list.state === 'ready') here.current?.scrollIntoView({ block: 'center' });
  }, [list.state]);

  return (
    <section className="reader-panel reader-catalogue" aria-label={t('catalogue')}>
      <header>
        <h2>{t('catalogue')}</h2>
        <button type="button" aria-label={t('close')} onClick={closePanels}>
          <Icon name="close" />
        </button>
      </header>
      {list.state === 'loading' && <p className="reader-wait">{t('loading')}</p>}
      {list.state === 'failed' && (
        <p className="reader-wait">
          {t('catalogue-failed')}{' '}
          <button type="button" onClick={() => void loadChapters(bookId)}>
            {t('again')}
          </button>
        </p>
      )}
      <ol>
        {list.chapters.map((chapter) => (
          <li key={chapter.id} ref={chapter.id === current ? here : null}>
            <a href={paths.reader(bookId, chapter.id)} aria-current={chapter.id === current ? 'page' : undefined}>
              <span>{chapter.title}</span>
              {chapter.locked && <Icon name="lock" />}
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
