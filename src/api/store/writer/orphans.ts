import { MEMBERSHIP } from '../membership.ts';
import { NAME_KIND, nameRow } from '../name-kind.ts';
import type { Session } from './session.ts';

type SectionRow = { section: number };

/** Takes out tags, keywords and genres that no book has any more and nobody asked to keep, and remembers them. */
export function removeOrphans(session: Session): void {
  const { tags, keywords, genres } = session.orphanCandidates;
  for (const id of tags) if (!hasBooks(session, MEMBERSHIP.tag, id)) dropTag(session, id);
  for (const id of keywords) if (!hasBooks(session, MEMBERSHIP.keyword, id)) dropKeyword(session, id);
  for (const id of genres) if (!hasBooks(session, MEMBERSHIP.genre, id)) dropGenre(session, id);
}

function hasBooks({ database }: Session, kind: number, target: number): boolean {
  return database.get('SELECT 1 FROM memberships WHERE kind = ? AND target = ? LIMIT 1', kind, target) !== undefined;
}

function dropTag(session: Session, id: number): void {
  const row = session.database.get<SectionRow>(
    'DELETE FROM tags WHERE id = ? AND NOT EXISTS (SELECT 1 FROM genre_tags WHERE tag_id = tags.id) RETURNING section',
    id,
  );
  if (row) remember(session, 'tag', row.section, id);
}

function dropKeyword(session: Session, id: number): void {
  const row = session.database.get<SectionRow>('DELETE FROM keywords WHERE id = ? AND kept = 0 RETURNING section', id);
  if (row) remember(session, 'keyword', row.section, id);
}

function dropGenre(session: Session, id: number): void {
  session.database.run('DELETE FROM genres WHERE id = ? AND kept = 0', id);
}

function remember(session: Session, kind: 'tag' | 'keyword', section: number, id: number): void {
  rememberRemoval(session, kind, section, id);
  session.database.run('DELETE FROM name_search WHERE rowid = ?', nameRow(NAME_KIND[kind], id));
}

/** Keeps a removed id for the answers to `since`. */
export function rememberRemoval(session: Session, kind: 'book' | 'tag' | 'keyword', section: number, id: number): void {
  session.database.run(
    'INSERT INTO removals (kind, section, seq, id) VALUES (?, ?, ?, ?)',
    kind,
    section,
    session.nextSeq(),
    id,
  );
}
