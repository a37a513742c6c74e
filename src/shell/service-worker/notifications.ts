import type { Clients } from './worker-types.ts';

/** The payload sent by the API (docs/develop/offline.md): a book's new chapter, in the language of the book. */
interface News {
  readonly title: string;
  readonly body: string;
  /** Path of the chapter. */
  readonly path: string;
  /** Notifications with the same tag replace each other, so that a book has at most one. */
  readonly tag: string;
}

/** Parses the payload of a push message; undefined if it is invalid. */
export function readPush(data: unknown): News | undefined {
  const { title, body, path, tag } = Object(data);
  const isNews = [title, body, path, tag].every((text) => typeof text === 'string');
  return isNews && /^\/(?![/\\])/.test(path) ? { title, body, path, tag } : undefined;
}

/** Focuses a window that already shows the page at `path`, or else opens a new window. */
export async function openPage(clients: Clients, origin: string, path: string): Promise<void> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const openWindow = windows.find(({ url }) => new URL(url).pathname === path);
  await (openWindow ? openWindow.focus() : clients.openWindow(origin + path));
}
