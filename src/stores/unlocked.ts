import { ANY_CACHE } from '#src/lib/cache-names.ts';
import { environment } from './environment.ts';

/** Removes what this device keeps for the visitor alone: the texts they unlocked. */
export async function deleteUnlockedTexts(): Promise<void> {
  const caches = environment().downloadStorage()?.caches;
  const names = (await caches?.keys()) ?? [];
  const unlocked = names.filter((name) => name.startsWith(ANY_CACHE) && name.endsWith('/unlocked'));
  await Promise.all(unlocked.map((name) => caches?.delete(name)));
}
