import { Icon } from '#src/shell/island/Icon.tsx';
import { type IslandProps, useIsland } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $notifyOffered } from '#src/shell/state/local-storage.ts';
import { turnOnNotifications } from '../state.ts';
import { usePushState } from './use-notifying.ts';

/** Offers notifications once, after a book was added to the shelf. `texts` contains texts of the area `offline`. */
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
