import { $lookUp, keepLookUp, type LookUp } from '#src/stores/look-up.ts';
import type { Island } from '../../ui/use-island.ts';
import { useStored } from '../../ui/use-stored.ts';
import { isPlain, onPlainClick } from '../plain-click.ts';
import { pathOfChapter } from './book-link.ts';
import { goBack, stayHere } from './follow-link.ts';

/** After a link of the book was followed, or a passage opened from the notebook: the way back to where it was. */
export function LookUpPrompt({ island }: { readonly island: Island<'reader'> }) {
  const { t } = island;
  const lookUp = useStored($lookUp, null);
  return (
    <div className="undo elsewhere" role="status">
      {lookUp && (
        <p>
          <WayBack island={island} lookUp={lookUp} />
          <button type="button" onClick={stayHere}>
            {t('stay-here')}
          </button>
        </p>
      )}
    </div>
  );
}

function WayBack({ island: { t, paths }, lookUp }: { readonly island: Island<'reader'>; readonly lookUp: LookUp }) {
  const { book_id, from } = lookUp;
  if (from.mark !== undefined)
    return (
      <>
        <span>{t('from-notebook')}</span>
        <a href={paths.notebook(book_id, from.mark)} onClick={(event) => isPlain(event) && keepLookUp(null)}>
          {t('to-notebook')}
        </a>
      </>
    );
  return (
    <>
      <span>{t('came-from', { chapter: from.title })}</span>
      <a href={pathOfChapter(from.chapter)} onClick={onPlainClick(() => goBack(lookUp))}>
        {t('back-there')}
      </a>
    </>
  );
}
