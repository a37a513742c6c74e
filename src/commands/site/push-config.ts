import { type PushConfig, readPushKeys } from '#src/api/index.ts';
import type { Brand } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import { ConfigError } from '#src/lib/errors.ts';

/**
 * Returns the push keys of each brand that sends notifications.
 * @throws ConfigError for an unknown brand or an invalid key
 */
export function pushConfig({ pushKeys, development }: Config, brands: readonly Brand[]): PushConfig {
  const entries = [...pushKeys].map(([id, text]) => {
    const brand = brands.find((candidate) => candidate.id === id);
    const keys = readPushKeys(text);
    if (brand && keys) return [id, { keys, contact: `mailto:${brand.supportEmail}` }] as const;
    // The private key is secret, so the message must not contain it.
    const problem = brand ? 'has no valid P-256 private key in base64url' : 'is not a brand';
    throw new ConfigError(`LECTERN_PUSH_KEYS: "${id}" ${problem}. docs/develop/offline.md explains how to create one.`);
  });
  return { brands: new Map(entries), allowPrivateAddresses: development };
}
