import { type BenchRow, rowWithoutPeer } from '../report.ts';
import { bookCounts, pageCount } from './catalogue-size.ts';
import { startLectern } from './lectern.ts';
import { logStep } from './measure.ts';
import type { Workspace } from './workspace.ts';

const BOOKS = 100_000;
const COLD_SECONDS = 60;
const CHANGED_SECONDS = 3;
const PART = 0.01;

/** Measures reading the upstream: first all of its books, then the changed ones. Nothing is rendered. */
export async function syncRows(workspace: Workspace, pages = pageCount(BOOKS)): Promise<BenchRow[]> {
  const sizes = bookCounts(pages);
  const books = sizes.popular + sizes.quiet;
  const lectern = await startLectern(workspace, pages);
  const seconds = async () => (await lectern.rebuild(['--dry-run'])).report.seconds.sync;
  const limit = (maxSeconds: number) => (books >= BOOKS * 0.99 ? maxSeconds : undefined);
  try {
    logStep(`reading ${books} books`);
    const cold = await seconds();
    await lectern.changeBooks({ popular: Math.round(sizes.popular * PART), quiet: Math.round(sizes.quiet * PART) });
    const changed = await seconds();
    const nothing = await seconds();
    return [
      rowWithoutPeer('sync: books', books, 'books'),
      rowWithoutPeer('sync: all books', cold, 's', limit(COLD_SECONDS)),
      rowWithoutPeer('sync: 1 % changed', changed, 's', limit(CHANGED_SECONDS)),
      rowWithoutPeer('sync: nothing changed', nothing, 's'),
    ];
  } finally {
    await lectern.close();
  }
}
