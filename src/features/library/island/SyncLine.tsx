import { useEffect } from 'react';
import { $isLogin } from '#src/features/sign-in/state/sign-in.ts';
import { relativeTime } from '#src/lib/format-time.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import type { Island } from '#src/shell/island/use-island.ts';
import { useNow } from '#src/shell/island/use-now.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $synced } from '#src/shell/state/local-storage.ts';
import { $syncState, syncNow } from '../state/sync.ts';

const WORDS = { idle: 'sync-done', syncing: 'syncing', waiting: 'sync-waiting', failed: 'sync-failed' } as const;
const ICONS = { idle: 'check', syncing: 'retry', waiting: 'offline', failed: 'clock' } as const;

/**
 * A line that says whether the account is in sync with this device. The time of the last sync is outside the live
 * region, so that screen readers do not announce it.
 */
export function SyncLine({ island: { t, tag } }: { readonly island: Island<'account'> }) {
  const signedIn = useStored($isLogin, false);
  const state = useStored($syncState, 'idle');
  const synced = useStored($synced, null);
  const now = useNow();
  useEffect(() => {
    if (signedIn) void syncNow();
  }, [signedIn]);
  if (!signedIn) return null;
  const at = synced?.at ?? 0;
  return (
    <p className="sync-line" data-state={state}>
      <Icon name={ICONS[state]} />
      <span role="status">{t(state === 'idle' && at === 0 ? 'syncing' : WORDS[state])}</span>
      {state === 'idle' && at > 0 && <time dateTime={new Date(at).toISOString()}>{relativeTime(at, now, tag)}</time>}
      {state === 'failed' && (
        <button type="button" onClick={() => void syncNow()}>
          {t('again')}
        </button>
      )}
    </p>
  );
}
