import { $lookUp } from '#src/stores/look-up.ts';
import type { Island } from '../../ui/use-island.ts';
import { useStored } from '../../ui/use-stored.ts';
import { onPlainClick } from '../plain-click.ts';
import { pathOfChapter } from './book-link.ts';
import { goBack, stayHere } from './follow-link.ts';

/** After a link of the book was followed: the way back to the line where it was. */
export function LookUpPrompt({ island: { t } }: { readonly island: Island<'reader'> }) {
  const lookUp = useStored($lookUp, null);
  return (
    <div className="undo elsewhere" role="status">
      {lookUp && (
        <p>
          <span>{t('came-from', { chapter: lookUp.from.title })}</span>
          <a href={pathOfChapter(lookUp.from.chapter)} onClick={onPlainClick(() => goBack(lookUp))}>
            {t('back-there')}
          </a>
          <button type="button" onClick={stayHere}>
            {t('stay-here')}
          </button>
        </p>
      )}
    </div>
  );
}
