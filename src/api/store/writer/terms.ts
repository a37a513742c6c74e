import { deletions } from '../slips.ts';
import { words } from '../words.ts';
import type { Session } from './session.ts';

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
