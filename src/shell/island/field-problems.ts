import * as v from 'valibot';
import { authRegister } from '#src/contract/calls/auth.ts';
import type { Credentials } from '#src/features/sign-in/state/sign-in.ts';

export type Mode = 'sign-in' | 'sign-up';

const { email: Email, password: NewPassword } = authRegister.params.entries;

/** Text keys of errors by field. */
export interface FieldProblems {
  readonly email?: 'email-missing' | 'email-invalid' | 'error-taken' | undefined;
  readonly password?: 'password-missing' | 'password-short' | 'password-weak' | undefined;
}

/** Finds values that the upstream would reject under the contract. An existing password must only be non-empty. */
export function fieldProblems(mode: Mode, { email, password }: Credentials): FieldProblems {
  const passwordProblem = password === '' ? 'password-missing' : undefined;
  return { email: emailProblem(email), password: mode === 'sign-up' ? newPasswordProblem(password) : passwordProblem };
}

/** The error of an account's email address. */
export const emailProblem = (email: string): FieldProblems['email'] =>
  fits(Email, email) ? undefined : email.trim() === '' ? 'email-missing' : 'email-invalid';

/** The error of a new password. */
export const newPasswordProblem = (password: string): FieldProblems['password'] =>
  fits(NewPassword, password) ? undefined : password === '' ? 'password-missing' : 'password-short';

const fits = (schema: v.GenericSchema, value: string) => v.safeParse(schema, value).success;

/** The field that an upstream error is about, with its message. */
export const refusedField = (code: string): FieldProblems => REFUSED_FIELDS[code] ?? {};

const REFUSED_FIELDS: Readonly<Record<string, FieldProblems>> = {
  EMAIL_TAKEN: { email: 'error-taken' },
  WEAK_PASSWORD: { password: 'password-weak' },
};
