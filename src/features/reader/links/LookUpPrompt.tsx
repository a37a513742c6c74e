import { SLOT } from '#src/lib/book-text.ts';
import { BookPhrase } from '#src/shell/island/BookPhrase.tsx';
import { isPlain, onPlainClick } from '#src/shell/island/plain-click.ts';
import type { Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { pathOfChapter } from './book-link.ts';
import { goBack, stayHere } from './follow-link.ts';
import { $lookUp, type LookUp, storeLookUp } from './state.ts';

interface LookUpPromptProps {
  readonly island: Island<'reader'>;
  /** BCP 47 tag of the book. */
  readonly language: string;
}

/**
 * A prompt with a link back, shown after the visitor has followed a link within the book or opened a passage from the
 * notebook.
 */
export function LookUpPrompt({ island, language }: LookUpPromptProps) {
  const { t } = island;
  const lookUp = useStored($lookUp, null);
  return (
    <div className="undo elsewhere" role="status">
      {lookUp && (
        <p>
          <BackLink island={island} language={language} lookUp={lookUp} />
          <button type="button" onClick={stayHere}>
            {t('stay-here')}
          </button>
        </p>
      )}
    </div>
  );
}

function BackLink({ island: { t, tag, paths }, language, lookUp }: LookUpPromptProps & { readonly lookUp: LookUp }) {
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
      <span>
        <BookPhrase text={t('came-from', { chapter: SLOT })} value={from.title} language={language} tag={tag} />
      </span>
      <a href={pathOfChapter(from.chapter)} onClick={onPlainClick(() => goBack(lookUp))}>
        {t('back-there')}
      </a>
    </>
  );
}
