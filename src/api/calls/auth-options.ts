import { authOptions } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';

export const authOptionsHandler = handle(authOptions, (_params, { mailer, oidc }) => ({
  reset: mailer !== undefined,
  provider: oidc ? { name: oidc.name } : null,
}));
