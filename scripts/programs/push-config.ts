import { type PushConfig, readPushKeys } from '#src/api/index.ts';
import type { Brand } from '#src/brand/registry.ts';
import type { Config } from '#src/lib/config.ts';
import { ConfigError } from '#src/lib/errors.ts';

/** The keys of each brand that sends notifications. @throws ConfigError for an unknown brand or an invalid key */
export function pushConfig({ pushKeys, development }: Config, brands: readonly Brand[]): PushConfig {
  const entries = [...pushKeys].map(([id, text]) => {
    const brand = brands.find((known) => known.id === id);
    const keys = readPushKeys(text);
    if (brand && keys) return [id, { keys, contact: `mailto:${brand.supportEmail}` }] as const;
    // The text itself is secret, so the message does not repeat it.
    const problem = brand ? 'has no private key of P-256 in base64url there' : 'is no brand';
    throw new ConfigError(`LECTERN_PUSH_KEYS: "${id}" ${problem}. See docs/develop/offline.md for how to make one.`);
  });
  return { brands: new Map(entries), allowPrivateAddresses: development };
}
