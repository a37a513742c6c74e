import { join } from 'node:path';
import {
  addRedirects,
  checkRedirects,
  openLive,
  type Redirect,
  readRedirects,
  removeRedirects,
} from '#src/publish/release/index.ts';
import { AdminError, orNotFound } from '../http/error.ts';
import { changeRedirects, notedRedirects } from '../redirects/note.ts';
import { pagesOf } from '../redirects/site-pages.ts';
import type { Undo } from './types.ts';

/** Deletes redirects that were added, or adds deleted ones again after the checks of any other addition. */
export const undoRedirects: Undo = async ({ record, name, before, after }, request) => {
  const { admin } = request;
  const brand = orNotFound(
    (await admin.brands()).find(({ id }) => id === name),
    'brand',
  );
  const folder = join(admin.state, brand.id);
  const added = notedRedirects(after);
  const deleted = notedRedirects(before);
  if (added) {
    const stored = readRedirects(folder);
    refuseIf(added.filter(({ from, to }) => stored.get(from) !== to));
    const addresses = added.map(({ from }) => from);
    await changeRedirects(request, brand.id, { before: added }, () => removeRedirects(folder, addresses));
  } else if (deleted) {
    const release = openLive(folder);
    try {
      const { accepted, refused } = checkRedirects(readRedirects(folder), deleted, pagesOf(brand, release));
      if (refused[0]) throw new AdminError('conflict', `${refused[0].from}: ${refused[0].reason}`);
      if (accepted.length === 0) throw new AdminError('conflict', 'These redirects exist already.');
      const restored = accepted.map(({ from, to }) => [from, to] as const);
      await changeRedirects(request, brand.id, { after: accepted }, () => addRedirects(folder, restored));
    } finally {
      release?.close();
    }
  } else
    throw new AdminError('conflict', 'The log lists only a part of these redirects, so this cannot be undone here.');
  return { record };
};

function refuseIf([first]: readonly Redirect[]): void {
  if (first) throw new AdminError('conflict', `The redirect from ${first.from} has changed since. Undo that first.`);
}
