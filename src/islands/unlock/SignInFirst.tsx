import type { MouseEvent } from 'react';
import { requireSignIn } from '#src/stores/sign-in.ts';
import type { Island } from '../ui/use-island.ts';

interface SignInFirstProps {
  readonly island: Island<'account'>;
  /** Path of this page. */
  readonly path: string;
  /** Runs once signed in. */
  readonly afterwards: () => void;
  /** Runs when the dialog comes up. */
  readonly onAsk: () => void;
}

/** Before there is script the button is a link to the sign-in and back; with it the dialog comes up here. */
export function SignInFirst({ island: { t, paths }, path, afterwards, onAsk }: SignInFirstProps) {
  const open = (event: MouseEvent) => {
    event.preventDefault();
    requireSignIn(afterwards);
    onAsk();
  };
  return (
    <a className="button" href={`${paths.login()}?to=${encodeURIComponent(path)}`} onClick={open}>
      {t('unlock-now')}
    </a>
  );
}
