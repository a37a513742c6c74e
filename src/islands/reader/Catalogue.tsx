import { type MouseEvent, useEffect, useRef } from 'react';
import { $chapterList, closePanels, loadChapters } from '#src/stores/book.ts';
import { Icon } from '../ui/Icon.tsx';
import type { Island } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';

const NOTHING = { state: 'idle', bookId: null, chapters: [] } as const;

interface CatalogueProps {
  readonly bookId: number;
  /** Id of the chapter on the page. */
  readonly current: number;
  readonly island: Island<'reader'>;
}

/** The book's chapters in a dialog, the current one in view. */
export function Catalogue({ bookId, current, island }: CatalogueProps) {
  const { t } = island;
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    dialog.current?.showModal();
    void loadChapters(bookId);
  }, [bookId]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for it is Escape, and the dialog has that by itself.
    <dialog
      ref={dialog}
      className="reader-panel reader-catalogue"
      aria-label={t('catalogue')}
      onClose={closePanels}
      onClick={closeOnGround}
    >
      <header>
        <h2>{t('catalogue')}</h2>
        <button type="button" aria-label={t('close')} onClick={closePanels}>
          <Icon name="close" />
        </button>
      </header>
      <Chapters bookId={bookId} current={current} island={island} />
    </dialog>
  );
}

/** A click on the ground behind a modal dialog has the dialog itself as its target, and lies outside of it. */
function closeOnGround({ target, currentTarget, clientX: x, clientY: y }: MouseEvent): void {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  const inside = x >= left && x <= right && y >= top && y <= bottom;
  if (target === currentTarget && !inside) closePanels();
}

function Chapters({ bookId, current, island: { t, paths } }: CatalogueProps) {
  const list = useStored($chapterList, NOTHING);
  const here = useRef<HTMLLIElement>(null);

  useEffect(() => {
    if (list.state === 'ready') here.current?.scrollIntoView({ block: 'center' });
  }, [list.state]);

  if (list.state === 'failed') return <Failed bookId={bookId} t={t} />;
  if (list.state !== 'ready') return <p className="reader-wait">{t('loading')}</p>;
  return (
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
  );
}

function Failed({ bookId, t }: { bookId: number; t: Island<'reader'>['t'] }) {
  return (
    <p className="reader-wait" role="alert">
      {t('catalogue-failed')}{' '}
      <button type="button" className="button button-quiet" onClick={() => void loadChapters(bookId)}>
        {t('again')}
      </button>
    </p>
  );
}
