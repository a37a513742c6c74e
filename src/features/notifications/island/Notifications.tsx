import { Icon } from '#src/shell/island/Icon.tsx';
import { type IslandProps, useIsland } from '#src/shell/island/use-island.ts';
import { turnOffNotifications, turnOnNotifications } from '../state.ts';
import { usePushState } from './use-notifying.ts';

/**
 * Lets visitors turn on notifications of new chapters. Explains them before the browser shows its prompt. `texts`
 * contains texts of the area `offline`.
 */
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
