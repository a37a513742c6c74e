import type { Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $otherDeviceEntry, dismissPrompt } from '../state/other-device.ts';
import { Offer } from './Offer.tsx';

/** Offers to continue where another device stopped. The offer ends if the visitor reads on without answering. */
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
