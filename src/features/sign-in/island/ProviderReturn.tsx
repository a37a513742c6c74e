import { type ReactNode, useEffect, useRef, useState } from 'react';
import { signInErrorKey } from '#src/shell/island/error-keys.ts';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { finishProviderSignIn } from '../state/openid-sign-in.ts';
import { forgetQuery, safePath } from './return-path.ts';

interface ProviderReturnProps {
  readonly t: AreaT<'account'>;
  /** The sign-in form, shown below an error so that the visitor can try again. */
  readonly children: ReactNode;
  /** Called with the path to return to after the visitor has signed in. */
  readonly onDone: (to: string | undefined) => void;
}

/** The content of the sign-in page after the OpenID provider has redirected to it. */
export function ProviderReturn({ t, children, onDone }: ProviderReturnProps) {
  const [error, setError] = useState<string>();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const { search } = location;
    forgetQuery();
    void finishProviderSignIn(search).then((outcome) => {
      if ('to' in outcome) return onDone(safePath(outcome.to));
      return setError(outcome.code);
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
