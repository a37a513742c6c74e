import { authLogout } from '#src/contract/index.ts';
import { handle, visitorOf } from '../http/handler.ts';
import { endSession, endSessions } from '../store/visitors/sessions.ts';
import { dropCookie } from './sign-in.ts';

export const authLogoutHandler = handle(authLogout, ({ everywhere }, context) => {
  const { visitors } = context.store;
  if (everywhere) endSessions(visitors, visitorOf(context));
  else if (context.session !== undefined) endSession(visitors, context.session);
  dropCookie(context);
  return {};
});
