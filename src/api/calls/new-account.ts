import type { CallContext } from '../http/context.ts';
import { addUser } from '../store/visitors/accounts.ts';
import { addWelcome } from '../store/visitors/vouchers.ts';
import { wordsOf } from '../visitors/words.ts';

/**
 * An account with its welcome vouchers; without a name it goes by what stands before the @.
 * @returns its id, or undefined where the address has an account already
 */
export function newAccount(
  { store, now, lang }: CallContext,
  { email, name, password }: { email: string; name: string; password: string },
): number | undefined {
  const account = { email, name: name || (email.split('@')[0] ?? email), password, createdAt: now().toISOString() };
  return store.visitors.transaction(() => {
    const user = addUser(store.visitors, account);
    if (user !== undefined) addWelcome(store.visitors, user, wordsOf(lang).welcome, now());
    return user;
  });
}
