import { setFurthest } from '#src/features/library/state/history.ts';
import { SLOT } from '#src/lib/book-text.ts';
import { BookPhrase } from '#src/shell/island/BookPhrase.tsx';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $furthestOffer, endFurthestOffer } from '../state/furthest-offer.ts';
import { $otherDeviceEntry } from '../state/other-device.ts';
import { Offer } from './Offer.tsx';
import type { PanelProps } from './panel.ts';

/**
 * A prompt shown when the visitor opens a chapter before the furthest place that they have read. It links to this place
 * and, in the first chapter, offers to start over.
 */
export function FurthestPrompt({ island: { t, tag, paths }, language }: Pick<PanelProps, 'island' | 'language'>) {
  const offer = useStored($furthestOffer, null);
  const elsewhere = useStored($otherDeviceEntry, null);
  const startOver = () => {
    if (offer) setFurthest(offer.book_id);
    endFurthestOffer();
  };
  if (!offer || elsewhere) return null;
  return (
    <Offer name="furthest">
      <a href={paths.reader(offer.book_id, offer.furthest.id)}>
        <BookPhrase text={t('back-to', { chapter: SLOT })} value={offer.furthest.title} language={language} tag={tag} />
      </a>
      {offer.opened === 1 && (
        <button type="button" onClick={startOver}>
          {t('start-over')}
        </button>
      )}
      <button type="button" onClick={endFurthestOffer}>
        {t('stay-here')}
      </button>
    </Offer>
  );
}
