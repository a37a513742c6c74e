import { userEndSession } from '#src/contract/index.ts';
import { handle, visitorOf } from '../http/handler.ts';
import { endSessions } from '../store/visitors/sessions.ts';
import { endSessionOf } from '../store/visitors/signed-in.ts';

export const userEndSessionHandler = handle(userEndSession, ({ session_id }, context) => {
  const { visitors } = context.store;
  if (session_id === undefined) endSessions(visitors, visitorOf(context), context.session);
  else endSessionOf(visitors, visitorOf(context), session_id);
  return {};
});
