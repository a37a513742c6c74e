/** Kinds of names in the search index `name_search`. A row number of the index encodes the kind and the id. */
export const NAME_KIND = { author: 0, tag: 1, keyword: 2 } as const;

export const nameSearchRow = (kind: number, id: number) => id * 4 + kind;
