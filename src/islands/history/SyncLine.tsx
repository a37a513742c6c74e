import { useEffect } from 'react';
import { $synced } from '#src/stores/local-storage.ts';
import { $isLogin } from '#src/stores/sign-in.ts';
import { $syncState, syncNow } from '#src/stores/sync.ts';
import { Icon } from '../ui/Icon.tsx';
import { relativeTime, useNow } from '../ui/time.ts';
import type { Island } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';

const WORDS = { idle: 'sync-done', syncing: 'syncing', waiting: 'sync-waiting', failed: 'sync-failed' } as const;
const ICONS = { idle: 'check', syncing: 'retry', waiting: 'offline', failed: 'clock' } as const;

/** Whether the account has what this device keeps. Its time stands outside the region that screen readers follow. */
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
