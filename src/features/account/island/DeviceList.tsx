import { useEffect } from 'react';
import type { SignedInDevice } from '#src/contract/calls/user.ts';
import type { signOut } from '#src/features/sign-in/state/sign-in.ts';
import { formatTime } from '#src/lib/format-time.ts';
import { accountErrorKey } from '#src/shell/island/error-keys.ts';
import type { Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { useSubmission } from '#src/shell/island/use-submission.ts';
import { $devices, endDevice, loadDevices } from '../state/account-settings.ts';

const NOT_LOADED = { state: 'idle', items: [] } as const;

interface DeviceListProps {
  readonly island: Island<'account'>;
  readonly leave: typeof signOut;
}

/** The devices on which the visitor is signed in, each with a sign-out button. */
export function DeviceList({ island, leave }: DeviceListProps) {
  const { t } = island;
  const { state, items } = useStored($devices, NOT_LOADED);
  const { busy, error, send } = useSubmission();
  useEffect(() => void loadDevices(), []);
  if (state === 'failed' && items.length === 0)
    return (
      <button type="button" className="button button-quiet" onClick={() => void loadDevices()}>
        {t('again')}
      </button>
    );
  return (
    <div className="account-devices" aria-busy={busy || state === 'loading'}>
      <ul>
        {items.map((device) => (
          <DeviceRow
            key={device.id}
            island={island}
            device={device}
            busy={busy}
            end={() => void send(() => endDevice(device.id))}
          />
        ))}
      </ul>
      {error !== undefined && (
        <p className="form-error" role="alert">
          {t(accountErrorKey(error))}
        </p>
      )}
      {items.length > 1 && (
        <button
          type="button"
          className="button button-quiet"
          disabled={busy}
          onClick={() => void send(() => endDevice())}
        >
          {t('sign-out-others')}
        </button>
      )}
      <button
        type="button"
        className="button button-quiet"
        disabled={busy}
        onClick={() => void leave({ everywhere: true })}
      >
        {t('sign-out-everywhere')}
      </button>
    </div>
  );
}

interface DeviceRowProps {
  readonly island: Island<'account'>;
  readonly device: SignedInDevice;
  readonly busy: boolean;
  readonly end: () => void;
}

function DeviceRow({ island: { t, tag }, device, busy, end }: DeviceRowProps) {
  const { browser, system, seen_at, current } = device;
  const name = [browser, system].filter(Boolean).join(', ') || t('device-unknown');
  const date = formatTime(seen_at, tag, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li>
      <span className="row-main">
        <strong>{name}</strong>
        {current ? <span>{t('device-this')}</span> : <time dateTime={seen_at}>{t('device-seen', { date })}</time>}
      </span>
      {!current && (
        <button
          type="button"
          className="button button-quiet"
          aria-label={t('sign-out-of', { device: name })}
          disabled={busy}
          onClick={end}
        >
          {t('sign-out')}
        </button>
      )}
    </li>
  );
}
