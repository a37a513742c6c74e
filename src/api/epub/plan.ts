import { type Matter, matterOf } from './matter.ts';
import type { OutlineContext, OutlineEntry } from './outline.ts';
import type { DocumentSummary } from './summary.ts';
import { parseTitle } from './titles.ts';

/** A part of a document between two cuts. Cut 0 is the beginning of the document. */
export interface Segment {
  spineIndex: number;
  cut: number;
  /** The fragments at which the document is cut, in order. */
  cuts: string[];
}

/** The plan of a chapter or section, which consists of one or more segments. */
export interface ChapterPlan {
  title: string;
  part: string | undefined;
  matter: Matter;
  headsPart: boolean;
  segments: Segment[];
}

export interface PlanContext extends OutlineContext {
  guide: Map<string, string>;
  /**
   * By spine index, whether a document is in the reading order. Other documents are read only if the table of contents
   * lists them.
   */
  linear: boolean[];
  /** The navigation document, which is not text. */
  nav: string | undefined;
  /** Whether FanFicFare made the book, which marks new chapters in the table of contents. */
  isByFanFicFare: boolean;
}

/** A page is a table of contents if more than this fraction of its words is in links. */
const LINKED_SHARE = 0.6;

/** Plans the chapters: cuts documents at the entries of the table of contents, and joins documents without entries. */
export function planChapters(entries: OutlineEntry[], context: PlanContext): ChapterPlan[] {
  const plans: ChapterPlan[] = [];
  const byDocument = Map.groupBy(entries, (entry) => entry.spineIndex);
  const notes = notesOutsideReadingOrder(context, byDocument);
  const sparse = byDocument.size < context.documents.length / 3;
  context.documents.forEach((document, spineIndex) => {
    const here = byDocument.get(spineIndex) ?? [];
    const cuts = [...new Set(here.map((entry) => entry.fragment).filter((fragment) => fragment !== ''))];
    const cutOf = new Map(cuts.map((fragment, index) => [fragment, index + 1]));
    const segment = (cut: number): Segment => ({ spineIndex, cut, cuts });
    if (!here.some((entry) => entry.fragment === '') && (here.length > 0 || context.linear[spineIndex])) {
      addUnlisted(document, segment(0));
    }
    for (const entry of here) plans.push(listedPlan(entry, document, segment(cutOf.get(entry.fragment) ?? 0)));
  });
  return [...settleLetters(withoutDuplicates(plans)), ...notes];

  /** Adds a document without an entry to the previous chapter, or as a new chapter if it clearly begins one. */
  function addUnlisted(document: DocumentSummary, segment: Segment): void {
    const last = plans.at(-1);
    const isNumbered = parseTitle(document.heading, context.maxNumber)?.level === 'chapter';
    const starts =
      document.heading !== '' &&
      (sparse || isNumbered || document.types.some((type) => type === 'chapter' || type === 'part'));
    const matter = unlistedMatter(document, context);
    if (segment.cuts.length === 0 && matter === 'left-out') return;
    const isPlate = document.words === 0 && document.types.length === 0 && last?.matter === 'chapter';
    const opens = segment.cuts.length === 0 && (starts || (matter === 'section' && !isPlate));
    if (last && last.matter !== 'left-out' && !opens) {
      last.segments.push(segment);
      return;
    }
    const kind = last === undefined && !starts ? 'section' : matter;
    const part = parseTitle(document.heading, context.maxNumber)?.part ?? last?.part;
    plans.push({ title: document.heading, part, matter: kind, headsPart: false, segments: [segment] });
  }

  function listedPlan(entry: OutlineEntry, document: DocumentSummary, segment: Segment): ChapterPlan {
    if (isToolPage(document)) return leftOutPlan(entry, segment);
    const guide = entry.fragment === '' ? context.guide.get(document.path) : undefined;
    const matter = matterOf({ title: entry.title, types: entry.types, path: document.path, guide }, context.maxNumber);
    return {
      title: entry.title,
      part: entry.part,
      matter: entry.headsPart ? 'section' : matter,
      headsPart: entry.headsPart,
      segments: [segment],
    };
  }
}

/** Whether a page is the information page of FicHub, which links to its site. */
const isToolPage = ({ links }: DocumentSummary) =>
  links.some((href) => /^https?:\/\/(?:www\.)?fichub\.net\/?$/.test(href));

const leftOutPlan = ({ title, part }: OutlineEntry, segment: Segment): ChapterPlan => ({
  title,
  part,
  matter: 'left-out',
  headsPart: false,
  segments: [segment],
});

const NOTES_TITLES: Record<string, string> = {
  en: 'Notes',
  de: 'Anmerkungen',
  es: 'Notas',
  fr: 'Notes',
  it: 'Note',
  nl: 'Noten',
  pt: 'Notas',
};

/**
 * Plans a section at the end for notes in files outside the reading order, if references point to these files or the
 * files link back.
 */
function notesOutsideReadingOrder(context: PlanContext, listed: ReadonlyMap<number, unknown>): ChapterPlan[] {
  const { documents, linear, language } = context;
  const linked = new Set(documents.flatMap(({ linkedFiles }, index) => (linear[index] ? linkedFiles : [])));
  const references = new Set(documents.flatMap(({ noteFiles }, index) => (linear[index] ? noteFiles : [])));
  const segments = documents.flatMap(({ path, linkedFiles }, spineIndex) => {
    const isNote = linear[spineIndex] !== true && !listed.has(spineIndex) && linked.has(path);
    const leadsBack = linkedFiles.some((file) => file !== path && documents.some((other) => other.path === file));
    return isNote && (leadsBack || references.has(path)) ? [{ spineIndex, cut: 0, cuts: [] }] : [];
  });
  const first = segments[0];
  if (!first) return [];
  const heading = documents[first.spineIndex]?.heading ?? '';
  const title = heading || (NOTES_TITLES[language.split('-')[0] ?? ''] ?? 'Notes');
  return [{ title, part: undefined, matter: 'section', headsPart: false, segments }];
}

function unlistedMatter(document: DocumentSummary, context: PlanContext): Matter {
  const { path, types, heading, words, linkedWords } = document;
  const linksOnly = words > 0 && linkedWords / words > LINKED_SHARE && document.links.length > 5;
  if (path === context.nav || linksOnly) return 'left-out';
  const matter = matterOf({ title: heading, types, path, guide: context.guide.get(path) }, context.maxNumber);
  // A page without a title and words, such as a logo, is not a chapter.
  return matter === 'chapter' && heading === '' && words === 0 ? 'section' : matter;
}

/**
 * Omits plans with the same beginning as a later plan. Of two entries with the same target, the later one is more
 * specific, such as a part's first chapter after the part.
 */
function withoutDuplicates(plans: ChapterPlan[]): ChapterPlan[] {
  const start = (plan: ChapterPlan | undefined): string =>
    JSON.stringify([plan?.segments[0]?.spineIndex, plan?.segments[0]?.cut]);
  return plans.filter((plan, index) => start(plan) !== start(plans[index + 1]) || plan.segments.length > 1);
}

/** Makes the numbered parts of a book without chapters its chapters, such as the acts of a play. */
const partsAsChapters = (plans: ChapterPlan[]): ChapterPlan[] =>
  plans.map((plan) =>
    plan.matter === 'section' && parseTitle(plan.title, Number.POSITIVE_INFINITY)?.level === 'part'
      ? { ...plan, matter: 'chapter', headsPart: false, part: undefined }
      : plan,
  );

/**
 * Decides whether letters are chapters. In an epistolary novel they are; in a book with other chapters they are
 * sections.
 */
function settleLetters(plans: ChapterPlan[]): ChapterPlan[] {
  const hasChapters = plans.some((plan) => plan.matter === 'chapter');
  if (!hasChapters && !plans.some((plan) => plan.matter === 'letter')) return partsAsChapters(plans);
  return plans.map((plan) =>
    plan.matter === 'letter' ? { ...plan, matter: hasChapters ? 'section' : 'chapter' } : plan,
  );
}
