import { authLogout } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';
import { endSession } from '../store/visitors/sessions.ts';

export const authLogoutHandler = handle(authLogout, (_params, { store, token }) => {
  endSession(store.visitors, token);
  return {};
});
