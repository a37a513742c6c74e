import type { Brand } from '#src/brand/registry.ts';
import { aliasKey, type Release } from '#src/publish/release/index.ts';
import { PAGE_KINDS } from '#src/routes/page-kinds.ts';
import { parsePath, pathInItsCase } from '#src/routes/parse.ts';

/**
 * Returns a function that tells whether a brand's site has a page at a path, as the server decides it: a page of the
 * release, or one that is rendered on request. Without a release, every route counts as a page.
 */
export function pagesOf({ locales }: Pick<Brand, 'locales'>, release: Release | undefined): (path: string) => boolean {
  return (address) => {
    const path = URL.parse(address, 'https://site.example')?.pathname ?? address;
    const match = parsePath(pathInItsCase(path, locales) ?? path, locales);
    // A single segment may be an address of a former site instead of a shared link, and so may a novel without an id.
    if (!match || match.kind === 'token' || (match.kind === 'novel' && match.params['id'] === undefined)) return false;
    if (release === undefined || PAGE_KINDS[match.kind].rendering !== 'prerendered') return true;
    return (
      release.page(path) !== undefined ||
      match.aliases.some((identity) => release.alias(aliasKey(match.locale, identity)) !== undefined)
    );
  };
}
