import { useEffect, useState } from 'react';
import { SLOT } from '#src/lib/book-text.ts';
import { BookPhrase } from './BookPhrase.tsx';
import type { AreaT } from './use-island.ts';

const SHOWN_MS = 8000;

/** A removal that can be undone. */
export interface Undo {
  readonly title: string;
  /** BCP 47 tag of the title; undefined if unknown. */
  readonly language?: string | undefined;
  /** Key of the text that says what was removed. Default: `removed`. */
  readonly textKey?: 'removed' | 'forgotten';
  readonly run: () => void;
}

/** The last removal, which can be undone for a limited time, and a function that sets it. */
export function useUndo(): [undo: Undo | null, offer: (undo: Undo | null) => void] {
  const [undo, setUndo] = useState<Undo | null>(null);
  useEffect(() => {
    if (undo === null) return undefined;
    const timer = setTimeout(() => setUndo(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [undo]);
  return [undo, setUndo];
}

interface UndoBarProps {
  readonly t: AreaT<'account'>;
  /** BCP 47 tag of the page. */
  readonly tag: string;
  readonly undo: Undo | null;
  readonly offer: (undo: null) => void;
}

/**
 * Shows what was removed, with an undo button. The live region is in the page even when it is empty, so that screen
 * readers announce new content.
 */
export function UndoBar({ t, tag, undo, offer }: UndoBarProps) {
  const restore = () => {
    undo?.run();
    offer(null);
  };
  return (
    <div className="undo" role="status">
      {undo !== null && (
        <p>
          <span>
            <BookPhrase
              text={t(undo.textKey ?? 'removed', { title: SLOT })}
              value={undo.title}
              language={undo.language}
              tag={tag}
            />
          </span>
          <button type="button" onClick={restore}>
            {t('undo')}
          </button>
        </p>
      )}
    </div>
  );
}
