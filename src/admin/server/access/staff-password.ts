import * as v from 'valibot';
import { isWeakPassword } from '#src/api/visitors/weak-passwords.ts';
import { MIN_PASSWORD_LENGTH } from './roles.ts';

/** A password of a staff account. `passwordProblem` also checks whether it is easy to guess. */
export const StaffPassword = v.pipe(
  v.string(),
  v.minLength(MIN_PASSWORD_LENGTH, `must have at least ${MIN_PASSWORD_LENGTH} characters`),
  v.maxLength(200, 'must have at most 200 characters'),
);

/** Returns why a password cannot be used for a staff account; undefined if it can. */
export async function passwordProblem(
  password: string,
  { origin, email }: { readonly origin: string; readonly email: string },
): Promise<string | undefined> {
  const parsed = v.safeParse(StaffPassword, password);
  if (!parsed.success) return parsed.issues[0].message;
  const isWeak = await isWeakPassword(password, { name: 'Lectern', origin, email });
  return isWeak ? 'is too easy to guess. Choose another one' : undefined;
}
