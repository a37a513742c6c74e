import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Name } from '../entities/scalars.ts';
import { Session } from '../entities/visitor.ts';

const Email = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email(), v.maxLength(254));
/** A password as typed to sign in. */
export const Password = v.pipe(v.string(), v.maxLength(200));
/** A password as chosen for an account. */
export const NewPassword = v.pipe(v.string(), v.minLength(8), v.maxLength(200));

export const authRegister = defineCall('auth.register', {
  method: 'POST',
  purpose: 'Creates an account and signs in.',
  fallback: 'no account can be made',
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
  fallback: 'sign-in leaves the navigation',
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
  purpose: 'Ways to sign in besides e-mail and password.',
  fallback: 'sign-in is by e-mail and password alone',
  pages: ['login', 'history', 'reader'],
  onFailure: 'log',
  params: v.object({}),
  data: v.object({
    /** Whether a forgotten password can be reset by mail. */
    reset: v.boolean(),
    /** The OpenID provider, by the name visitors know. */
    provider: v.nullable(v.object({ name: Name })),
  }),
  empty: { reset: false, provider: null },
  errors: [],
});

export const authResetRequest = defineCall('auth.reset_request', {
  method: 'POST',
  purpose: 'Sends a mail with a way to a new password; the answer does not tell whether there is such an account.',
  fallback: 'a forgotten password stays forgotten',
  pages: ['login', 'history', 'reader'],
  onFailure: 'in-place',
  params: v.object({ email: Email }),
  data: v.object({}),
  empty: {},
  errors: ['BAD_REQUEST', 'RATE_LIMITED'],
});

export const authReset = defineCall('auth.reset', {
  method: 'POST',
  purpose: 'Sets a new password by the token of a mail; every session ends, and a new one begins.',
  fallback: 'a forgotten password stays forgotten',
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
  purpose: 'Where to go to sign in at the OpenID provider, and the state that has to come back with the visitor.',
  fallback: 'nobody signs in at a provider',
  pages: ['login', 'history', 'reader'],
  onFailure: 'in-place',
  params: v.object({}),
  data: v.object({ address: v.nullable(v.pipe(v.string(), v.url())), state: v.string() }),
  empty: { address: null, state: '' },
  errors: ['NOT_FOUND', 'UNAVAILABLE', 'RATE_LIMITED'],
});

export const authOidcFinish = defineCall('auth.oidc_finish', {
  method: 'POST',
  purpose: 'Signs in with the code that the OpenID provider sent the visitor back with.',
  fallback: 'nobody signs in at a provider',
  pages: ['login'],
  onFailure: 'in-place',
  params: v.object({
    code: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
    state: v.pipe(v.string(), v.regex(/^[\w-]{16,200}$/)),
    /** Issuer of the response (RFC 9207), where the provider sends it. */
    iss: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  }),
  data: v.object({ session: v.nullable(Session) }),
  empty: { session: null },
  errors: ['BAD_REQUEST', 'FORBIDDEN', 'GONE', 'NOT_FOUND', 'EMAIL_TAKEN', 'UNAVAILABLE', 'RATE_LIMITED'],
});
