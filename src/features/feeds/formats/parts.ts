import { feedText } from '#src/i18n/feed-texts.ts';
import { mediaType } from '#src/lib/media-types.ts';
import type { FeedFormat } from '#src/routes/paths.ts';
import type { Site } from '#src/shell/page/view.ts';
import type { FeedModel } from '../view.ts';

export const titleOf = ({ brand, locale }: Site, { kind, name, type }: Pick<FeedModel, 'kind' | 'name' | 'type'>) => {
  const values = { brand: brand.appName, name, type, title: name };
  const ownTexts = brand.texts?.[locale.code];
  return feedText(
    { ...locale, ...(ownTexts && { ownTexts }) },
    kind === 'author' || kind === 'book' ? 'branded' : `feed-${kind}`,
    values,
  );
};

/** Absolute address of a feed in a format. */
export const addressOf = ({ brand }: Site, { path }: Pick<FeedModel, 'path'>, format: FeedFormat): string =>
  `${brand.origin}${path}.${format}`;

/** Media types of pictures allowed in catalogs. */
const CATALOG_PICTURES = ['image/jpeg', 'image/png'];

/** A picture's link with its media type; undefined if catalogs do not allow this type. */
export function catalogPicture(address: string): { readonly href: string; readonly type: string } | undefined {
  const type = mediaType(new URL(address).pathname);
  return CATALOG_PICTURES.includes(type) ? { href: address, type } : undefined;
}
