import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Name } from '../entities/scalars.ts';
import { Session } from '../entities/visitor.ts';

const Email = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email(), v.maxLength(254));
/** A password that a visitor enters to sign in. */
export const Password = v.pipe(v.string(), v.maxLength(200));
/** A new password for an account. */
export const NewPassword = v.pipe(v.string(), v.minLength(8), v.maxLength(200));

export const authRegister = defineCall('auth.register', {
  method: 'POST',
  purpose: 'Creates an account and signs in.',
  fallback: 'no account can be created',
  pages: ['login'],
  onFailure: 'in-place',
  params: v.object({
    email: Email,
    password: NewPassword,
    name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(80)), ''),
  }),
  data: v.object({ session: v.nullable(Session) }),
  empty: { session: null },
  errors: ['BAD_REQUEST', 'WEAK_PASSWORD', 'EMAIL_TAKEN', 'RATE_LIMITED'],
});

export const authLogin = defineCall('auth.login', {
  method: 'POST',
  purpose: 'Signs in.',
  fallback: 'sign-in disappears from the navigation',
  pages: ['login'],
  onFailure: 'in-place',
  params: v.object({
    email: Email,
    password: Password,
  }),
  data: v.object({ session: v.nullable(Session) }),
  empty: { session: null },
  errors: ['BAD_REQUEST', 'WRONG_CREDENTIALS', 'RATE_LIMITED'],
});

export const authOptions = defineCall('auth.options', {
  method: 'GET',
  purpose: 'Returns the ways to sign in other than email and password.',
  fallback: 'visitors can sign in only by email and password',
  pages: ['login', 'history', 'reader'],
  onFailure: 'log',
  params: v.object({}),
  data: v.object({
    /** Whether visitors can reset a forgotten password by email. */
    reset: v.boolean(),
    /** The OpenID provider with the name that visitors see; null if there is none. */
    provider: v.nullable(v.object({ name: Name })),
  }),
  empty: { reset: false, provider: null },
  errors: [],
});

export const authResetRequest = defineCall('auth.reset_request', {
  method: 'POST',
  purpose: 'Sends an email with a link to set a new password; the answer does not reveal whether the account exists.',
  fallback: 'a forgotten password cannot be reset',
  pages: ['login', 'history', 'reader'],
  onFailure: 'in-place',
  params: v.object({ email: Email }),
  data: v.object({}),
  empty: {},
  errors: ['BAD_REQUEST', 'RATE_LIMITED'],
});

export const authReset = defineCall('auth.reset', {
  method: 'POST',
  purpose: 'Sets a new password with the token from an email; every session ends, and a new one starts.',
  fallback: 'a forgotten password cannot be reset',
  pages: ['login'],
  onFailure: 'in-place',
  params: v.object({
    token: v.pipe(v.string(), v.regex(/^[\w-]{16,200}$/)),
    password: NewPassword,
  }),
  data: v.object({ session: v.nullable(Session) }),
  empty: { session: null },
  errors: ['BAD_REQUEST', 'WEAK_PASSWORD', 'GONE', 'RATE_LIMITED'],
});

export const authOidcBegin = defineCall('auth.oidc_begin', {
  method: 'POST',
  purpose: 'Returns the address for signing in at the OpenID provider, and the state that the visitor must bring back.',
  fallback: 'visitors cannot sign in at a provider',
  pages: ['login', 'history', 'reader'],
  onFailure: 'in-place',
  params: v.object({}),
  data: v.object({ address: v.nullable(v.pipe(v.string(), v.url())), state: v.string() }),
  empty: { address: null, state: '' },
  errors: ['NOT_FOUND', 'UNAVAILABLE', 'RATE_LIMITED'],
});

export const authOidcFinish = defineCall('auth.oidc_finish', {
  method: 'POST',
  purpose: 'Signs in with the code from the OpenID provider.',
  fallback: 'visitors cannot sign in at a provider',
  pages: ['login'],
  onFailure: 'in-place',
  params: v.object({
    code: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
    state: v.pipe(v.string(), v.regex(/^[\w-]{16,200}$/)),
    /** The issuer (RFC 9207) in the provider's redirect, if it contains one. */
    iss: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  }),
  data: v.object({ session: v.nullable(Session) }),
  empty: { session: null },
  errors: ['BAD_REQUEST', 'FORBIDDEN', 'GONE', 'NOT_FOUND', 'EMAIL_TAKEN', 'UNAVAILABLE', 'RATE_LIMITED'],
});
