import type { Clients } from './worker-types.ts';

/** What the API's job sends (docs/develop/offline.md): a book's new chapter, in the words of the book itself. */
interface News {
  readonly title: string;
  readonly body: string;
  /** Path of the chapter. */
  readonly path: string;
  /** News of one book replace each other. */
  readonly tag: string;
}

/** Undefined for what is none of ours. */
export function readPush(data: unknown): News | undefined {
  const { title, body, path, tag } = Object(data);
  const isNews = [title, body, path, tag].every((text) => typeof text === 'string');
  return isNews && /^\/(?![/\\])/.test(path) ? { title, body, path, tag } : undefined;
}

/** Shows the page at `path`: in a window that has it, else in a new one. */
export async function openPage(clients: Clients, origin: string, path: string): Promise<void> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === path);
  await (there ? there.focus() : clients.openWindow(origin + path));
}
