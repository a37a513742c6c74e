import { Dialog } from '#src/shell/island/Dialog.tsx';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $loginDialog, showLoginDialog } from '../state/sign-in.ts';
import { SignInForm } from './SignInForm.tsx';

interface LoginDialogProps {
  /** Texts of the area `account`. */
  readonly t: AreaT<'account'>;
  readonly termsHref: string;
}

/** The sign-in dialog over the page. After signing in, the action that required it runs (`requireSignIn`). */
export function LoginDialog({ t, termsHref }: LoginDialogProps) {
  const shown = useStored($loginDialog, false);
  if (!shown) return null;
  return (
    <Dialog title={t('login-title')} closeLabel={t('close')} onClose={() => showLoginDialog(false)}>
      <SignInForm t={t} termsHref={termsHref} />
    </Dialog>
  );
}
