import { type ReactNode, useEffect, useRef, useState } from 'react';
import { finishProviderSignIn } from '#src/stores/openid-sign-in.ts';
import { signInErrorKey } from '../ui/error-keys.ts';
import type { AreaT } from '../ui/use-island.ts';
import { forgetQuery, safePath } from './return-path.ts';

interface ProviderReturnProps {
  readonly t: AreaT<'account'>;
  /** Shown with what went wrong, to try again. */
  readonly children: ReactNode;
  /** Runs once signed in, with the path the visitor came from. */
  readonly onDone: (to: string | undefined) => void;
}

/** Where the provider leads back to. */
export function ProviderReturn({ t, children, onDone }: ProviderReturnProps) {
  const [error, setFault] = useState<string>();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const { search } = location;
    forgetQuery();
    void finishProviderSignIn(search).then((outcome) => {
      if ('to' in outcome) return onDone(safePath(outcome.to));
      return setFault(outcome.code);
    });
  }, [onDone]);
  if (error === undefined) return <p role="status">{t('wait')}</p>;
  return (
    <>
      <p className="form-error" role="alert">
        {t(signInErrorKey(error))}
      </p>
      {children}
    </>
  );
}
