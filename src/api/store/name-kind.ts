/** Authors, tags and keywords share one search index; its row number says which one and whose. */
export const NAME_KIND = { author: 0, tag: 1, keyword: 2 } as const;

export const nameRow = (kind: number, id: number) => id * 4 + kind;
