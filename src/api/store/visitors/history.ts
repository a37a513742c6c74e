import type { LibraryItem } from '#src/contract/entities/library.ts';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import type { Database } from '../database.ts';
import { libraryOfKind } from './library.ts';

/** The places of a visitor's library as reading history, newest first. */
export function historyOf(database: Database, user: number): HistoryEntry[] {
  return libraryOfKind(database, user, 'read').flatMap(entryOf);
}

function entryOf(item: LibraryItem): HistoryEntry[] {
  if (item.kind !== 'read' || item.value === null) return [];
  return [{ ...item.value, read_at: new Date(item.at).toISOString() }];
}
