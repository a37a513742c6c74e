import type { Genre, RankingType, Tag, Target } from '#src/contract/entities/listing.ts';
import type { BookList } from '#src/view-models/source.ts';

interface Present {
  genres(): readonly Genre[];
  tags(): readonly Tag[];
  rankings(): readonly RankingType[];
  /** Books of a list. */
  total(list: BookList): number;
}

/** Whether a banner leads to a page there will be: what it names is known and has books. */
export function isReachable(target: Target, present: Present): boolean {
  switch (target.kind) {
    case 'genre':
      return has(present.genres(), target.genre.id) && present.total({ kind: 'genre', id: target.genre.id }) > 0;
    case 'tag':
      return has(present.tags(), target.tag.id) && present.total({ kind: 'tag', id: target.tag.id }) > 0;
    case 'section':
      return present.total({ kind: 'section', id: target.section.id }) > 0;
    case 'ranking': {
      const type = present.rankings().find((entry) => entry.type === target.type);
      return (
        type !== undefined &&
        has(type.items, target.id) &&
        present.total({ kind: 'ranking', type: target.type, id: target.id }) > 0
      );
    }
    default:
      return true;
  }
}

const has = (entries: readonly { readonly id: number }[], id: number) => entries.some((entry) => entry.id === id);
