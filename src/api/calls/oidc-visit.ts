import { messageOf } from '#src/lib/errors.ts';
import type { CallContext } from '../http/context.ts';
import { ApiFault, found } from '../http/fault.ts';
import { OidcError, type OidcProvider } from '../visitors/oidc.ts';

/** Registered at the provider for each brand; it never follows from a request. */
export const redirectUriOf = ({ site }: CallContext): string => `${site.origin}/login`;

/** Asks the provider; what goes wrong there is logged, and the visitor told in general. @throws ApiFault */
export async function askProvider<T>(context: CallContext, ask: (provider: OidcProvider) => Promise<T>): Promise<T> {
  try {
    return await ask(found(context.oidc, 'provider'));
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    context.log.warn(`sign-in at the provider failed: ${messageOf(error)}`);
    if (error.code === 'UNREACHABLE') throw new ApiFault('UNAVAILABLE', 'The provider cannot be reached.');
    throw new ApiFault('FORBIDDEN', 'The provider did not sign you in.');
  }
}
