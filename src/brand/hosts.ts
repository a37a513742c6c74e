import { isPrivateAddress } from '#src/lib/private-address.ts';
import type { Brand } from './registry.ts';

/** Id of the brand that is for development only. */
const LOCAL = 'local';

/**
 * Returns the brand that responds on `localhost` and on loopback and private-network addresses: the development brand, or the only brand
 * of an installation.
 */
export const localBrand = <B extends { readonly id: string }>(brands: readonly B[]): B | undefined =>
  brands.find(({ id }) => id === LOCAL) ?? (brands.length === 1 ? brands[0] : undefined);

/** Looks up the brand for a Host header; undefined for an unknown host (docs/product.md, section 1). */
export type HostTable = (host: string | undefined) => Brand | undefined;

export function createHostTable(brands: readonly Brand[]): HostTable {
  const table = new Map<string, Brand>();
  for (const brand of brands) {
    for (const host of [...brand.hosts, `${brand.id}.localhost`]) table.set(host, brand);
  }
  const local = localBrand(brands);
  return (host) => {
    const name = hostName(host);
    if (name === undefined) return undefined;
    return table.get(name) ?? (name === 'localhost' || isPrivateAddress(name) ? local : undefined);
  };
}

/** `host` in lower case without port, brackets and trailing dot; undefined if it is not a valid host. */
export function hostName(host: string | undefined): string | undefined {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9.-]+))(?::\d{1,5})?$/.exec(host ?? '');
  const name = match?.[1] ?? match?.[2];
  return name?.toLowerCase().replace(/\.$/, '');
}
