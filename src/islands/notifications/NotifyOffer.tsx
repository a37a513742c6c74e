import { $notifyOffered } from '#src/stores/local-storage.ts';
import { turnOnNotifications } from '#src/stores/push.ts';
import { Icon } from '../ui/Icon.tsx';
import { type IslandProps, useIsland } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';
import { usePushState } from './use-notifying.ts';

/** Offers notifications once, when a book has come onto the shelf. Texts: area `offline`, ISLAND_KEYS.notify. */
export function NotifyOffer(props: IslandProps) {
  const island = useIsland<'offline'>(props);
  const { t } = island;
  const { state, reader } = usePushState(island);
  const offered = useStored($notifyOffered, true);
  if (state !== 'off' || offered) return null;
  const answer = (yes: boolean) => {
    $notifyOffered.set(true);
    if (yes) void turnOnNotifications(reader);
  };
  return (
    <section className="notify notify-offer" aria-labelledby="notify-title">
      <Icon name="bell" />
      <h2 id="notify-title">{t('notify-title')}</h2>
      <p>{t('notify-text')}</p>
      <div className="keep-ways">
        <button type="button" className="button" onClick={() => answer(true)}>
          {t('notify-yes')}
        </button>
        <button type="button" className="button button-quiet" onClick={() => answer(false)}>
          {t('notify-no')}
        </button>
      </div>
    </section>
  );
}
