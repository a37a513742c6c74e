import type { Finding } from './finding.ts';

/** A part of a docs page that is generated from the code. */
export interface GeneratedPart {
  /** Path relative to the project's root. */
  readonly file: string;
  /** The part is between `<!-- name -->` and `<!-- end -->`. */
  readonly name: string;
  readonly text: string;
}

const between = (name: string) => new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- end -->)`);

/**
 * Returns the page with the generated part filled in.
 * @throws {Error} if the page lacks the comments that enclose the part
 */
export function fillPart(page: string, { file, name, text }: GeneratedPart): string {
  const marks = between(name);
  if (!marks.test(page)) throw new Error(`${file} has no <!-- ${name} --> followed by <!-- end -->.`);
  return page.replace(marks, (_all, open: string, close: string) => `${open}${text}${close}`);
}

/** Returns a finding if the part is out of date. */
export function checkPart(page: string, part: GeneratedPart): Finding[] {
  if (page === fillPart(page, part)) return [];
  const line = page.slice(0, between(part.name).exec(page)?.index).split('\n').length;
  const remedy = 'Regenerate it: npm test -- --only checks -- --write';
  return [{ file: part.file, line, rule: `"${part.name}" is out of date`, remedy }];
}
