import { Dialog } from '#src/shell/island/Dialog.tsx';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $loginDialog, showLoginDialog } from '../state/sign-in.ts';
import { SignInForm } from './SignInForm.tsx';

interface LoginDialogProps {
  /** Texts: area `account`. */
  readonly t: AreaT<'account'>;
  readonly termsHref: string;
}

/** A sign-in dialog over the page; the pending action continues afterwards (`requireSignIn`). */
export function LoginDialog({ t, termsHref }: LoginDialogProps) {
  const shown = useStored($loginDialog, false);
  if (!shown) return null;
  return (
    <Dialog title={t('login-title')} closeLabel={t('close')} onClose={() => showLoginDialog(false)}>
      <SignInForm t={t} termsHref={termsHref} />
    </Dialog>
  );
}
