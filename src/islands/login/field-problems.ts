import * as v from 'valibot';
import { authRegister } from '#src/contract/calls/auth.ts';
import type { Credentials } from '#src/stores/sign-in.ts';

export type Mode = 'sign-in' | 'sign-up';

const { email: Email, password: NewPassword } = authRegister.params.entries;

/** Text keys of what is wrong, by the field it is beside. */
export interface FieldProblems {
  readonly email?: 'email-missing' | 'email-invalid' | 'error-taken' | undefined;
  readonly password?: 'password-missing' | 'password-short' | 'password-weak' | undefined;
}

/** What the upstream would refuse, by the contract's own rules; of an old password nothing is known but that there is one. */
export function fieldProblems(mode: Mode, { email, password }: Credentials): FieldProblems {
  const wrongPassword = password === '' ? 'password-missing' : undefined;
  return { email: emailProblem(email), password: mode === 'sign-up' ? newPasswordProblem(password) : wrongPassword };
}

/** What is wrong with the address of an account. */
export const emailProblem = (email: string): FieldProblems['email'] =>
  fits(Email, email) ? undefined : email.trim() === '' ? 'email-missing' : 'email-invalid';

/** What is wrong with a password that is being chosen. */
export const newPasswordProblem = (password: string): FieldProblems['password'] =>
  fits(NewPassword, password) ? undefined : password === '' ? 'password-missing' : 'password-short';

const fits = (schema: v.GenericSchema, value: string) => v.safeParse(schema, value).success;

/** What the upstream said that belongs beside a field. */
export const refusedField = (code: string): FieldProblems => REFUSED_FIELDS[code] ?? {};

const REFUSED_FIELDS: Readonly<Record<string, FieldProblems>> = {
  EMAIL_TAKEN: { email: 'error-taken' },
  WEAK_PASSWORD: { password: 'password-weak' },
};
