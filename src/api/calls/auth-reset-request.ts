import { authResetRequest } from '#src/contract/index.ts';
import type { CallContext } from '../http/context.ts';
import { handle } from '../http/handler.ts';
import { credentialsOf } from '../store/visitors/accounts.ts';
import { addReset } from '../store/visitors/resets.ts';
import { resetMail } from '../visitors/reset-mail.ts';
import { waitIf } from './sign-in.ts';

export const authResetRequestHandler = handle(authResetRequest, async ({ email }, context) => {
  const { limits, address, mailer } = context;
  waitIf(await limits.resetByAddress.consume(address));
  // Neither the answer nor its time tells whether a mail goes out.
  if (mailer && (await limits.resetByEmail.consume(email)) === 0) mailer.send(() => mailFor(email, context));
  return {};
});

function mailFor(email: string, { store, site, lang, now }: CallContext) {
  const account = credentialsOf(store.visitors, email);
  return account && resetMail({ to: email, token: addReset(store.visitors, account.id, now()), site, lang });
}
