import type { MouseEvent } from 'react';
import { toast } from '#src/stores/messages.ts';
import { $isLogin, requireSignIn } from '#src/stores/sign-in.ts';
import { syncNow } from '#src/stores/sync.ts';
import type { Island } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';

/** Offers who is signed out to keep the history with an account; the link leads to the page that does the same. */
export function SaveHistoryPrompt({ island: { t, paths } }: { island: Island<'account'> }) {
  const signedIn = useStored($isLogin, true);
  if (signedIn) return null;

  const keep = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    requireSignIn(() => void syncNow().then(() => toast(t('places-kept'))));
  };

  return (
    <p className="keep-places">
      <span>{t('keep-places')}</span>
      <a className="plain-link" href={`${paths.login()}?to=${encodeURIComponent(paths.history())}`} onClick={keep}>
        {t('sign-in')}
      </a>
    </p>
  );
}
