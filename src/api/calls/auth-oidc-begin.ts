import { randomBytes } from 'node:crypto';
import { authOidcBegin } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';
import { addOidcState } from '../store/visitors/identities.ts';
import { askProvider, redirectUriOf } from './oidc-visit.ts';
import { waitIf } from './sign-in.ts';

const secret = () => randomBytes(32).toString('base64url');

export const authOidcBeginHandler = handle(authOidcBegin, async (_params, context) => {
  const { limits, address, store, brand, now } = context;
  waitIf(await limits.signInByAddress.consume(address));
  const visit = { state: secret(), nonce: secret(), verifier: secret() };
  const url = await askProvider(context, (provider) =>
    provider.authorizationUrl({ ...visit, redirectUri: redirectUriOf(context) }),
  );
  addOidcState(store.visitors, { ...visit, brand }, now());
  return { address: url, state: visit.state };
});
