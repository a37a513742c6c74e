import { $loginDialog, showLoginDialog } from '#src/stores/sign-in.ts';
import { SignInForm } from '../login/SignInForm.tsx';
import { Dialog } from './Dialog.tsx';
import type { AreaT } from './use-island.ts';
import { useStored } from './use-stored.ts';

interface LoginDialogProps {
  /** Texts: area `account`. */
  readonly t: AreaT<'account'>;
  readonly termsHref: string;
}

/** The sign-in over the page that needs it; what was begun goes on afterwards (`requireSignIn`). */
export function LoginDialog({ t, termsHref }: LoginDialogProps) {
  const shown = useStored($loginDialog, false);
  if (!shown) return null;
  return (
    <Dialog title={t('login-title')} closeLabel={t('close')} onClose={() => showLoginDialog(false)}>
      <SignInForm t={t} termsHref={termsHref} />
    </Dialog>
  );
}
