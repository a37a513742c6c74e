const QUALIFIER = /\s*\([^()]*\)/g;
const FORM_ONLY = /^(?:fiction|novels?|general)$/i;

/**
 * Tags from subject headings: "Vampires--Fiction" and "Gothic fiction (Literary genre)" become "Vampires" and
 * "Gothic fiction"; BISAC's "FICTION / Classics" becomes "Classics".
 */
export function subjectTags(subjects: string[]): string[] {
  const tags = new Map<string, string>();
  for (const subject of subjects) {
    const parts = subject.split(/\s*--\s*|\s+\/\s+|\s*;\s*/).map((part) => part.replace(QUALIFIER, '').trim());
    const tag = parts.find((part) => part !== '' && !FORM_ONLY.test(part));
    if (tag !== undefined && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()];
}
