/** Authors, tags and keywords share the search index `name_search`; its row number encodes the kind and the id. */
export const NAME_KIND = { author: 0, tag: 1, keyword: 2 } as const;

export const nameSearchRow = (kind: number, id: number) => id * 4 + kind;
