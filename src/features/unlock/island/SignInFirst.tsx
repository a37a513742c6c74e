import type { MouseEvent } from 'react';
import { requireSignIn } from '#src/features/sign-in/state/sign-in.ts';
import type { Island } from '#src/shell/island/use-island.ts';

interface SignInFirstProps {
  readonly island: Island<'account'>;
  /** Path of this page. */
  readonly path: string;
  /** Called after the visitor has signed in. */
  readonly afterwards: () => void;
  /** Called when the dialog opens. */
  readonly onAsk: () => void;
}

/** A link to the sign-in page, which returns to this page. With JavaScript, it opens the sign-in dialog instead. */
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
