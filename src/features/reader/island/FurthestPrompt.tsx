import { setFurthest } from '#src/features/library/state/history.ts';
import type { Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $furthestOffer, endFurthestOffer } from '../state/furthest-offer.ts';
import { $otherDeviceEntry } from '../state/other-device.ts';
import { Offer } from './Offer.tsx';

/**
 * A prompt shown when the visitor opens a chapter before the furthest place that they have read. It links to this place
 * and, in the first chapter, offers to start over.
 */
export function FurthestPrompt({ island: { t, paths } }: { readonly island: Island<'reader'> }) {
  const offer = useStored($furthestOffer, null);
  const elsewhere = useStored($otherDeviceEntry, null);
  const startOver = () => {
    if (offer) setFurthest(offer.book_id);
    endFurthestOffer();
  };
  if (!offer || elsewhere) return null;
  return (
    <Offer name="furthest">
      <a href={paths.reader(offer.book_id, offer.furthest.id)}>{t('back-to', { chapter: offer.furthest.title })}</a>
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
