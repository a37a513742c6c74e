import { strToU8 } from 'fflate';
import { type CollectionBook, type ReadAs, readCollection } from '#src/api/collection/index.ts';
import type { FieldOverrides } from '#src/api/manuscript/index.ts';

export type Files = Readonly<Record<string, string | Uint8Array | null>>;

interface Options {
  readonly name?: string;
  readonly as?: ReadAs;
  readonly overrides?: FieldOverrides;
}

/** Reads a collection from these files. A file with the content null is an image, whose content is not read. */
export async function readBooks(files: Files, { name = 'The Raft', as, overrides = {} }: Options = {}) {
  const list = Object.entries(files).map(([path, content]) => ({
    path,
    ...(content === null ? {} : { read: async () => (typeof content === 'string' ? strToU8(content) : content) }),
  }));
  const books: CollectionBook[] = [];
  const refusals: string[] = [];
  for await (const one of readCollection({ name, as, files: list }, { overrides }))
    if ('refused' in one) refusals.push(`${one.refused}: ${one.reason}`);
    else books.push(one);
  return { books, refusals };
}

export const messagesOf = ({ book }: CollectionBook): string =>
  (book.doubts ?? []).map(({ message }) => message).join('\n');
export const titlesOf = ({ book }: CollectionBook): string[] => book.chapters.map(({ title }) => title);
