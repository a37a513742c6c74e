import type { AreaT } from '../ui/use-island.ts';
import type { Undo } from './use-undo.ts';

interface UndoBarProps {
  readonly t: AreaT<'account'>;
  readonly undo: Undo | null;
  readonly offer: (undo: null) => void;
}

/** Says what was removed and offers it back. The region stays, so that screen readers say what comes into it. */
export function UndoBar({ t, undo, offer }: UndoBarProps) {
  const back = () => {
    undo?.run();
    offer(null);
  };
  return (
    <div className="undo" role="status">
      {undo !== null && (
        <p>
          <span>{t('removed', { title: undo.title })}</span>
          <button type="button" onClick={back}>
            {t('undo')}
          </button>
        </p>
      )}
    </div>
  );
}
