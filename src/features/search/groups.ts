import { SEARCH_GROUPS } from '#src/contract/calls/search.ts';
import type { T } from '#src/i18n/t.ts';
import type { LinkModel, SuggestedWords } from '#src/shell/page/models.ts';

/** Replaces the name of each link, which is a kind of result, with the title of that kind. */
export const groupNames = (links: readonly LinkModel[], t: T): LinkModel[] =>
  links.map((link) => ({
    ...link,
    name: t(`search:group-${SEARCH_GROUPS.find((kind) => kind === link.name) ?? 'books'}`),
  }));

/** The heading above suggested searches. */
export const suggestedTitle = ({ kind }: SuggestedWords, t: T): string =>
  t(kind === 'popular' ? 'search:popular' : 'search:group-keywords');
