/** Main categories and the subjects that speak for each, the most telling first. */
const CATEGORIES: readonly (readonly [category: string, subjects: RegExp])[] = [
  ['Science Fiction', /science fiction|robots?|space|dystopia|time travel|monsters/i],
  ['Fantasy', /fantasy|fairy tales?|magic|mythology|dragons?/i],
  ['Thriller', /thrillers?|horror|ghosts?|vampires?|gothic|suspense|spy|spies/i],
  ['Mystery', /myster|detective|crime|murder/i],
  ['Adventure', /adventure|pirates?|sea stories|treasure|voyages|western|explor/i],
  ['Romance', /romance|love|courtship|marriage|husband|sisters/i],
  ['Comedy', /humou?r|comed|satire|wit /i],
  ['Historical', /histor|war stories|medieval|napoleonic/i],
];

const NO_CATEGORY = 'General Fiction';

/** The main category a book's subjects speak for. */
export function categoryOf(subjects: readonly string[]): string {
  const votes = CATEGORIES.map(([category, pattern]) => ({
    category,
    count: subjects.filter((subject) => pattern.test(subject)).length,
  }));
  const best = votes.reduce((one, other) => (other.count > one.count ? other : one));
  return best.count > 0 ? best.category : NO_CATEGORY;
}
