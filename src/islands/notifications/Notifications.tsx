import { turnOffNotifications, turnOnNotifications } from '#src/stores/push.ts';
import { Icon } from '../ui/Icon.tsx';
import { type IslandProps, useIsland } from '../ui/use-island.ts';
import { usePushState } from './use-notifying.ts';

/** Notifications of new chapters, with words before the browser's question. Texts: area `offline`, ISLAND_KEYS.notify. */
export function Notifications(props: IslandProps) {
  const island = useIsland<'offline'>(props);
  const { t } = island;
  const { state, reader } = usePushState(island);
  if (state === 'unknown' || state === 'absent') return null;
  return (
    <section className="notify" aria-labelledby="notify-title">
      <Icon name="bell" />
      <h2 id="notify-title">{t('notify-title')}</h2>
      <p>{t('notify-text')}</p>
      <p role="status">
        {state === 'on' && t('notify-on')}
        {state === 'denied' && t('notify-denied')}
        {state === 'failed' && t('notify-failed')}
      </p>
      {state === 'on' && (
        <button type="button" className="button button-quiet" onClick={() => void turnOffNotifications()}>
          {t('notify-off')}
        </button>
      )}
      {(state === 'off' || state === 'failed') && (
        <button type="button" className="button" onClick={() => void turnOnNotifications(reader)}>
          {t('notify-yes')}
        </button>
      )}
    </section>
  );
}
