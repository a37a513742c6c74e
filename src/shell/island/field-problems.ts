import * as v from 'valibot';
import { authRegister } from '#src/contract/calls/auth.ts';
import type { Credentials } from '#src/features/sign-in/state/sign-in.ts';

export type Mode = 'sign-in' | 'sign-up';

const { email: Email, password: NewPassword } = authRegister.params.entries;

/** Text keys of the error messages, by form field. */
export interface FieldProblems {
  readonly email?: 'email-missing' | 'email-invalid' | 'error-taken' | undefined;
  readonly password?: 'password-missing' | 'password-short' | 'password-weak' | undefined;
}

/** Finds values that the API contract does not allow. An existing password only needs to be non-empty. */
export function fieldProblems(mode: Mode, { email, password }: Credentials): FieldProblems {
  const passwordProblem = password === '' ? 'password-missing' : undefined;
  return { email: emailProblem(email), password: mode === 'sign-up' ? newPasswordProblem(password) : passwordProblem };
}

/** The error message of an account's email address; undefined if the address is valid. */
export const emailProblem = (email: string): FieldProblems['email'] =>
  fits(Email, email) ? undefined : email.trim() === '' ? 'email-missing' : 'email-invalid';

/** The error message of a new password; undefined if the password is valid. */
export const newPasswordProblem = (password: string): FieldProblems['password'] =>
  fits(NewPassword, password) ? undefined : password === '' ? 'password-missing' : 'password-short';

const fits = (schema: v.GenericSchema, value: string) => v.safeParse(schema, value).success;

/** The field that an upstream error code is about, with its error message; empty if it is about no field. */
export const refusedField = (code: string): FieldProblems => REFUSED_FIELDS[code] ?? {};

const REFUSED_FIELDS: Readonly<Record<string, FieldProblems>> = {
  EMAIL_TAKEN: { email: 'error-taken' },
  WEAK_PASSWORD: { password: 'password-weak' },
};
