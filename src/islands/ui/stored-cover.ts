import type { Cover } from '#src/contract/entities/book.ts';

/** What is kept of a cover holds for every brand, so its address has no prefix. */
export function storedCover(cover: Cover | null, apiPrefix: string): Cover | null {
  if (!cover?.url.startsWith(`${apiPrefix}/`)) return cover;
  return { ...cover, url: cover.url.slice(apiPrefix.length) };
}
