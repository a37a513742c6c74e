import type { T } from '#src/i18n/t.ts';
import type { LinkModel } from '#src/views/models.ts';

const KINDS = ['books', 'authors', 'tags', 'keywords'] as const;

/** Links named by kinds of results, in words. */
export const groupNames = (links: readonly LinkModel[], t: T): LinkModel[] =>
  links.map((link) => ({
    ...link,
    name: t(`search:group-${KINDS.find((kind) => kind === link.name) ?? 'books'}`),
  }));
