import type { AuthProvider } from 'react-admin';
import { ApiError } from './http.ts';
import { mayDo } from './permissions.ts';
import { type Credentials, forgetSession, mustSetUpFactor, readSession, signIn, signOut } from './session.ts';

/** The page that sets up a second factor. */
export const SECOND_FACTOR_PATH = '/second-factor';
/** The page that changes the password. */
export const PASSWORD_PATH = '/password';
/** The page that accepts an invitation; it works while signed out. */
export const INVITATION_PATH = '/invitation';
/** The page that sets up a new site; the server prints links to it. */
export const FIRST_SCREEN_PATH = '/setup';

/** Whether the page works while signed out. */
const isOpen = () =>
  location.hash.startsWith(`#${INVITATION_PATH}/`) || location.hash.startsWith(`#${FIRST_SCREEN_PATH}`);

/** react-admin's auth provider. It only hides what a role may not do; the API enforces the rights. */
export const authProvider: AuthProvider = {
  login: async (credentials: Credentials) => {
    const { second_factor_required: isRequired } = await signIn(credentials);
    return isRequired ? { redirectTo: SECOND_FACTOR_PATH } : undefined;
  },

  logout: async () => {
    // react-admin also calls this when `checkAuth` redirects to the second factor, which needs the session.
    if (mustSetUpFactor()) return;
    // react-admin also calls this for signed-out users. If the request fails, the page still forgets the session.
    await signOut().catch(() => undefined);
  },

  checkAuth: async () => {
    if (isOpen()) return;
    const { second_factor_required: isRequired } = await readSession();
    if (isRequired === true && !location.hash.startsWith(`#${SECOND_FACTOR_PATH}`))
      throw Object.assign(new Error(''), { redirectTo: SECOND_FACTOR_PATH, logoutUser: false, message: false });
  },

  checkError: async (error: unknown) => {
    // A redirect to the sign-in page would replace the page.
    if (isOpen()) return;
    if (!(error instanceof ApiError) || error.status !== 401) return;
    forgetSession();
    throw error;
  },

  getIdentity: async () => {
    const { user } = await readSession();
    return { id: user.id, fullName: user.name || user.email, email: user.email, role: user.role };
  },

  getPermissions: async () => (isOpen() ? [] : (await readSession()).acts),

  canAccess: async ({ resource, action }) => mayDo((await readSession()).acts, resource, action),
};
