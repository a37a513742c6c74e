/** Suffixes of the compressed forms that stand beside a file. */
export const SUFFIX = { br: '.br', gzip: '.gz' } as const;

/** Below this a compressed answer is not smaller by a packet. */
export const WORTHWHILE_BYTES = 860;
