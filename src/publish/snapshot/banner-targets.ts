import type { Genre, RankingType, Tag, Target } from '#src/contract/entities/listing.ts';
import type { BookList } from '#src/shell/page/source.ts';

interface TargetLookup {
  genres(): readonly Genre[];
  tags(): readonly Tag[];
  rankings(): readonly RankingType[];
  /** Number of books in a list. */
  total(list: BookList): number;
}

/** Whether the page that a banner links to will exist: the page's list must exist and have books. */
export function targetExists(target: Target, lookup: TargetLookup): boolean {
  switch (target.kind) {
    case 'genre':
      return has(lookup.genres(), target.genre.id) && lookup.total({ kind: 'genre', id: target.genre.id }) > 0;
    case 'tag':
      return has(lookup.tags(), target.tag.id) && lookup.total({ kind: 'tag', id: target.tag.id }) > 0;
    case 'section':
      return lookup.total({ kind: 'section', id: target.section.id }) > 0;
    case 'ranking': {
      const type = lookup.rankings().find((entry) => entry.type === target.type);
      return (
        type !== undefined &&
        has(type.items, target.id) &&
        lookup.total({ kind: 'ranking', type: target.type, id: target.id }) > 0
      );
    }
    default:
      return true;
  }
}

const has = (entries: readonly { readonly id: number }[], id: number) => entries.some((entry) => entry.id === id);
