import type { MouseEvent } from 'react';
import { $isLogin, requireSignIn } from '#src/features/sign-in/state/sign-in.ts';
import type { Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { toast } from '#src/shell/state/messages.ts';
import { syncNow } from '../state/sync.ts';

/**
 * Invites signed-out visitors to save their history in an account. A click on the link opens a dialog. In a new tab,
 * the link opens the sign-in page.
 */
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
