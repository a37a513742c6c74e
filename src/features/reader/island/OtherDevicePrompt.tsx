import { SLOT } from '#src/lib/book-text.ts';
import { BookPhrase } from '#src/shell/island/BookPhrase.tsx';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $otherDeviceEntry, dismissPrompt } from '../state/other-device.ts';
import { Offer } from './Offer.tsx';
import type { PanelProps } from './panel.ts';

/** Offers to continue where another device stopped. The offer ends if the visitor reads on without answering. */
export function OtherDevicePrompt({ island: { t, tag, paths }, language }: Pick<PanelProps, 'island' | 'language'>) {
  const entry = useStored($otherDeviceEntry, null);
  if (!entry?.chapter) return null;
  return (
    <Offer name="elsewhere">
      <span>
        <BookPhrase
          text={t('elsewhere', { chapter: SLOT })}
          value={entry.chapter.title}
          language={language}
          tag={tag}
        />
      </span>
      <a href={paths.reader(entry.book.id, entry.chapter.id)}>{t('go-there')}</a>
      <button type="button" onClick={dismissPrompt}>
        {t('stay-here')}
      </button>
    </Offer>
  );
}
