import { signInErrorKey } from '#src/shell/island/error-keys.ts';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { useSubmission } from '#src/shell/island/use-submission.ts';
import { startProviderSignIn } from '../state/openid-sign-in.ts';

interface ProviderButtonProps {
  readonly t: AreaT<'account'>;
  readonly name: string;
  /** Path to return to after signing in; by default this page. */
  readonly to: string | undefined;
}

/** A button that signs in through the OpenID provider. */
export function ProviderButton({ t, name, to }: ProviderButtonProps) {
  const { busy, error, send } = useSubmission();
  const go = () => void send(() => startProviderSignIn(to ?? location.pathname + location.search));
  return (
    <>
      <button type="button" className="button button-quiet" disabled={busy} onClick={go}>
        {t('with-provider', { name })}
      </button>
      {error !== undefined && (
        <p className="form-error" role="alert">
          {t(signInErrorKey(error))}
        </p>
      )}
    </>
  );
}
