import { goToProvider } from '#src/stores/provider.ts';
import type { AreaT } from '../ui/use-island.ts';
import { faultKey } from './faults.ts';
import { useSent } from './use-sent.ts';

interface ProviderButtonProps {
  readonly t: AreaT<'account'>;
  readonly name: string;
  /** Path to come back to; by default this page. */
  readonly to: string | undefined;
}

/** The way over the OpenID provider. */
export function ProviderButton({ t, name, to }: ProviderButtonProps) {
  const { busy, refusal, send } = useSent();
  const go = () => void send(() => goToProvider(to ?? location.pathname + location.search));
  return (
    <>
      <button type="button" className="button button-quiet" disabled={busy} onClick={go}>
        {t('with-provider', { name })}
      </button>
      {refusal !== undefined && (
        <p className="login-fault" role="alert">
          {t(faultKey(refusal))}
        </p>
      )}
    </>
  );
}
