import { isPlain, onPlainClick } from '#src/shell/island/plain-click.ts';
import type { Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { pathOfChapter } from './book-link.ts';
import { goBack, stayHere } from './follow-link.ts';
import { $lookUp, type LookUp, storeLookUp } from './state.ts';

/**
 * A prompt with a link back, shown after the visitor has followed a link within the book or opened a passage from the
 * notebook.
 */
export function LookUpPrompt({ island }: { readonly island: Island<'reader'> }) {
  const { t } = island;
  const lookUp = useStored($lookUp, null);
  return (
    <div className="undo elsewhere" role="status">
      {lookUp && (
        <p>
          <BackLink island={island} lookUp={lookUp} />
          <button type="button" onClick={stayHere}>
            {t('stay-here')}
          </button>
        </p>
      )}
    </div>
  );
}

function BackLink({ island: { t, paths }, lookUp }: { readonly island: Island<'reader'>; readonly lookUp: LookUp }) {
  const { book_id, from } = lookUp;
  if (from.mark !== undefined)
    return (
      <>
        <span>{t('from-notebook')}</span>
        <a href={paths.notebook(book_id, from.mark)} onClick={(event) => isPlain(event) && storeLookUp(null)}>
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
