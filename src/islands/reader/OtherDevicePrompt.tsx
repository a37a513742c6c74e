import { $otherDeviceEntry, dismissPrompt } from '#src/stores/other-device.ts';
import type { Island } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';
import { Offer } from './Offer.tsx';

/** Offers the place that another device read to; who answers nothing and reads on stays. */
export function OtherDevicePrompt({ island: { t, paths } }: { readonly island: Island<'reader'> }) {
  const entry = useStored($otherDeviceEntry, null);
  if (!entry?.chapter) return null;
  return (
    <Offer name="elsewhere">
      <span>{t('elsewhere', { chapter: entry.chapter.title })}</span>
      <a href={paths.reader(entry.book.id, entry.chapter.id)}>{t('go-there')}</a>
      <button type="button" onClick={dismissPrompt}>
        {t('stay-here')}
      </button>
    </Offer>
  );
}
