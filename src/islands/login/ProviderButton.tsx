import { startProviderSignIn } from '#src/stores/openid-sign-in.ts';
import { signInErrorKey } from '../ui/error-keys.ts';
import type { AreaT } from '../ui/use-island.ts';
import { useSubmission } from './use-submission.ts';

interface ProviderButtonProps {
  readonly t: AreaT<'account'>;
  readonly name: string;
  /** Path to come back to; by default this page. */
  readonly to: string | undefined;
}

/** The way over the OpenID provider. */
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
