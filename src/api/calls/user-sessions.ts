import { userSessions } from '#src/contract/index.ts';
import { handle, visitorOf } from '../http/handler.ts';
import { signedInDevices } from '../store/visitors/signed-in.ts';

export const userSessionsHandler = handle(userSessions, (_params, context) => {
  const { store, session = 0, now } = context;
  return { items: signedInDevices(store.visitors, visitorOf(context), session, now()) };
});
