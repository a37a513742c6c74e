import { fold } from '#src/lib/fold.ts';
import { NAME_KIND, nameRow } from '../name-kind.ts';
import { deletions } from '../slips.ts';
import { indexText, words } from '../words.ts';
import type { Session } from './session.ts';

type IdRow = { id: number };

/** @returns the id of the tag, genre or keyword with this name, making it where it is missing. */
export function nameId(session: Session, table: 'tags' | 'genres' | 'keywords', section: number, name: string): number {
  return remembered(session, `${table} ${section} ${name}`, () => {
    const known = session.database.get<IdRow>(`SELECT id FROM ${table} WHERE section = ? AND name = ?`, section, name);
    return known?.id ?? ADD[table](session, section, name);
  });
}

const ADD = { tags: addTag, genres: addGenre, keywords: addKeyword };

function remembered(session: Session, key: string, find: () => number): number {
  const id = session.ids.get(key) ?? find();
  session.ids.set(key, id);
  return id;
}

function addTag(session: Session, section: number, name: string): number {
  const sql = 'INSERT INTO tags (section, name, name_key, updated_at, seq) VALUES (?, ?, ?, ?, ?)';
  const { id } = session.database.run(sql, section, name, fold(name), session.now(), session.nextSeq());
  indexName(session, 'tag', section, id, name);
  return id;
}

function addKeyword(session: Session, section: number, name: string): number {
  const sql = 'INSERT INTO keywords (section, name, name_key, updated_at, seq) VALUES (?, ?, ?, ?, ?)';
  const { id } = session.database.run(sql, section, name, fold(name), session.now(), session.nextSeq());
  indexName(session, 'keyword', section, id, name);
  return id;
}

function addGenre(session: Session, section: number, name: string): number {
  const sql = `INSERT INTO genres (section, name, introduction, updated_at) VALUES (?, ?, '', ?)`;
  return session.database.run(sql, section, name, session.now()).id;
}

export function indexName(
  session: Session,
  kind: keyof typeof NAME_KIND,
  section: number,
  id: number,
  name: string,
): void {
  session.database.run(
    'INSERT INTO name_search (rowid, name) VALUES (?, ?)',
    nameRow(NAME_KIND[kind], id),
    indexText(name),
  );
  putTerms(session, section, name);
}

/** A keyword put by itself stays, with or without books. */
export function putKeyword(session: Session, { section, name }: { section: number; name: string }): number {
  const id = nameId(session, 'keywords', section, name);
  session.database.run('UPDATE keywords SET kept = 1 WHERE id = ? AND kept = 0', id);
  return id;
}

/** @returns the id of the category, or of one part of it where `sub` is not empty. */
export function categoryId(session: Session, section: number, name: string, sub: string): number {
  return remembered(session, `categories ${section} ${name}\n${sub}`, () => {
    const where = 'SELECT id FROM categories WHERE section = ? AND name = ? AND sub_name = ?';
    const known = session.database.get<IdRow>(where, section, name, sub);
    return (
      known?.id ??
      session.database.run('INSERT INTO categories (section, name, sub_name) VALUES (?, ?, ?)', section, name, sub).id
    );
  });
}

const SHORTEST = 4;
const LONGEST = 24;

/** Makes the words of a title or name known to the correction of slips. */
export function putTerms(session: Session, section: number, text: string): void {
  for (const word of words(text)) {
    const seen = `${section} ${word}`;
    if (word.length < SHORTEST || word.length > LONGEST || word.includes(' ') || session.terms.has(seen)) continue;
    session.terms.add(seen);
    putTerm(session, section, word);
  }
}

function putTerm({ database }: Session, section: number, term: string): void {
  const sql = 'INSERT OR IGNORE INTO term_variants (section, variant, term) VALUES (?, ?, ?)';
  if (database.run(sql, section, term, term).changes === 0) return;
  for (const variant of deletions(term)) database.run(sql, section, variant, term);
}
