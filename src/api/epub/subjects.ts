/** Matches qualifiers such as "(Fictitious character)" and "(Literary genre)". */
const QUALIFIER = /\s*\([^()]*\)/g;
const OF_PERSON = /\([^()]*\b(?:character|legendary|mytholog|deity)[^()]*\)/i;
/** Matches the years of a life after a name: ", 1769-1821", ", -1821", ", 1905-". */
const YEARS = /,\s*(?:approximately |active |ca?\. ?)?(?:\d{3,4}\s*-\s*(?:\d{3,4})?|-\s*\d{3,4})\s*$/;
const HONORIFIC =
  /^(?:captain|capt\.|colonel|general|major|sergeant|lieutenant|admiral|count|countess|baron|baroness|duke|duchess|earl|prince|princess|king|queen|emperor|empress|lord|lady|sir|dame|saint|st\.|father|brother|sister|mother|doctor|dr\.?|professor|inspector|judge|mr\.?|mrs\.?|ms\.?|miss|monsieur|madame|uncle|aunt)$/i;
/**
 * Matches names such as "Ahab, Captain", with one comma between two names, but not "Napoleon I, Emperor of the French".
 */
const INVERTED = /^([\p{L}][\p{L}\p{M}.'’ -]*), ((?:(?:\p{Lu}[\p{L}\p{M}.'’-]*|de|la|du|von|van|der|le)(?: |$))+)$/u;

/** Patterns of subjects that only say that the item is a book, or how a store or library classifies it. */
const JUNK = [
  /^(?:fiction|novels?|general|literature|books?|e-?books?|etexts?|unknown|uncategorized|miscellaneous)$/i,
  /^(?:english|american|french|german|russian|spanish|british) (?:fiction|literature)$/i,
  /^(?:texts?|readers|specimens|translations into .*|early works to \d+|.* language materials)$/i,
  /^(?:accessible book|protected daisy|in library|large type books|open library .*|internet archive .*|project gutenberg.*|overdrive|staff picks?)$/i,
  // Completion states of a story, which FanFicFare adds.
  /^(?:in-progress|completed?|fan ?fiction|hiatus|abandoned)$/i,
  // Codes and URLs: "PS", "PZ3", "FIC027000", "823.8", "nyt:hardcover=2011".
  /^(?:[A-Z]{1,3}\d*(?:\.\d+)?|[A-Z]{3}\d{6}|[\d./ -]+)$/,
  /[:=@]|\/\//,
];
const MAX_SUBJECT_CHARACTERS = 60;
const MAX_SUBJECTS = 20;

/**
 * Converts subject headings to tags, in the order of the file: "Vampires--Fiction" to "Vampires", "Gothic fiction
 * (Literary genre)" to "Gothic fiction", BISAC's "FICTION / Classics" to "Classics", and "Ahab, Captain (Fictitious
 * character)" to "Captain Ahab".
 */
export function subjectTags(subjects: readonly string[]): string[] {
  const tags = new Map<string, string>();
  for (const subject of subjects) {
    const parts = subject.split(/\s*--\s*|\s+\/\s+|\s*;\s*/).map(tagOf);
    const tag = parts.find((part) => part !== '' && !isJunk(part));
    if (tag !== undefined && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()].slice(0, MAX_SUBJECTS);
}

function tagOf(heading: string): string {
  const bare = heading.replace(QUALIFIER, '').trim();
  const name = bare.replace(YEARS, '');
  const [, last = '', first = ''] = INVERTED.exec(name) ?? [];
  const isPerson = OF_PERSON.test(heading) || name !== bare || HONORIFIC.test(first);
  return isPerson && last !== '' ? `${first} ${last}` : name;
}

const isJunk = (tag: string): boolean =>
  tag.length > MAX_SUBJECT_CHARACTERS || JUNK.some((pattern) => pattern.test(tag));
