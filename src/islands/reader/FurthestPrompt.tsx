import { $furthestOffer, endFurthestOffer } from '#src/stores/furthest-offer.ts';
import { setFurthest } from '#src/stores/history.ts';
import { $otherDeviceEntry } from '#src/stores/other-device.ts';
import type { Island } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';
import { Offer } from './Offer.tsx';

/** After an earlier chapter was opened: the way back to the furthest place. At the first chapter a book can begin again. */
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
