import * as v from 'valibot';
import { authLogin, authOidcFinish } from '#src/contract/index.ts';
import type { CallContext } from '../http/context.ts';
import { ApiFault } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import { credentialsOf, isProven, setPassword, setProven } from '../store/visitors/accounts.ts';
import { addIdentity, takeOidcState, userOfIdentity } from '../store/visitors/identities.ts';
import { endSessions } from '../store/visitors/sessions.ts';
import type { Identity } from '../visitors/oidc.ts';
import { newAccount } from './new-account.ts';
import { askProvider, redirectUriOf } from './oidc-visit.ts';
import { signIn, waitIf } from './sign-in.ts';

export const authOidcFinishHandler = handle(authOidcFinish, async ({ code, state, iss }, context) => {
  const { limits, address, store, brand, now } = context;
  waitIf(await limits.signInByAddress.consume(address));
  const visit = takeOidcState(store.visitors, state, brand, now());
  if (!visit) throw new ApiFault('GONE', 'This way was used already, or is too old.');
  const redirectUri = redirectUriOf(context);
  const identity = await askProvider(context, (provider) =>
    provider.identityFrom({ ...visit, redirectUri, code, iss }),
  );
  return { session: signIn(context, accountOf(context, identity)) };
});

/** The account of somebody the provider knows: theirs already, found by a verified address, or a new one. */
function accountOf(context: CallContext, identity: Identity): number {
  const { visitors } = context.store;
  const known = userOfIdentity(visitors, identity);
  if (known !== undefined) return known;
  const email = v.safeParse(authLogin.params.entries.email, identity.email);
  if (!email.success) throw new ApiFault('FORBIDDEN', 'The provider tells no e-mail address of yours.');
  const user =
    takenOver(context, email.output, identity) ??
    newAccount(context, { email: email.output, name: identity.name, password: '' });
  if (user === undefined) throw new ApiFault('EMAIL_TAKEN', 'There is an account with this e-mail address already.');
  if (identity.verified) setProven(visitors, user);
  addIdentity(visitors, identity, user);
  return user;
}

/**
 * The account with this address. Whoever made it may not have been its owner, unless a mail there has shown it: then
 * their password and sessions end.
 */
function takenOver({ store: { visitors } }: CallContext, email: string, { verified }: Identity): number | undefined {
  const account = credentialsOf(visitors, email);
  if (!account || !verified) return undefined;
  if (!isProven(visitors, account.id)) {
    setPassword(visitors, account.id, '');
    endSessions(visitors, account.id);
  }
  return account.id;
}
