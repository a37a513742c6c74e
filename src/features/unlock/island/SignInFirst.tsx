import type { MouseEvent } from 'react';
import { requireSignIn } from '#src/features/sign-in/state/sign-in.ts';
import type { Island } from '#src/shell/island/use-island.ts';

interface SignInFirstProps {
  readonly island: Island<'account'>;
  /** Path of this page. */
  readonly path: string;
  /** Runs once signed in. */
  readonly afterwards: () => void;
  /** Runs when the dialog opens. */
  readonly onAsk: () => void;
}

/** Without scripts the button is a sign-in link with a return path; otherwise it opens the dialog. */
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
