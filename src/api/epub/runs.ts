import { type Matter, matterOf } from './matter.ts';
import type { OutlineContext, Stop } from './outline.ts';
import type { DocumentSummary } from './summary.ts';

/** A stretch of one document: from the cut before it to the next; cuts are numbered from 0, the document's start. */
export interface Segment {
  spineIndex: number;
  cut: number;
  /** Fragments at which the document is cut, in order. */
  cuts: string[];
}

/** What becomes one chapter or section: one stretch, or several files joined. */
export interface Run {
  title: string;
  part: string | undefined;
  matter: Matter;
  headsPart: boolean;
  segments: Segment[];
}

export interface RunContext extends OutlineContext {
  guide: Map<string, string>;
  /** Spine documents read in order; others are read only where the table of contents names them. */
  linear: boolean[];
  /** The navigation document, which is no text. */
  nav: string | undefined;
}

/** Pages of links are lists of contents. */
const LINKED_SHARE = 0.6;

/** Cuts and joins the documents of the spine at the stops of the table of contents. */
export function planRuns(stops: Stop[], context: RunContext): Run[] {
  const runs: Run[] = [];
  const byDocument = Map.groupBy(stops, (stop) => stop.spineIndex);
  const sparse = byDocument.size < context.documents.length / 3;
  context.documents.forEach((document, spineIndex) => {
    const here = byDocument.get(spineIndex) ?? [];
    const cuts = [...new Set(here.map((stop) => stop.fragment).filter((fragment) => fragment !== ''))];
    const cutOf = new Map(cuts.map((fragment, index) => [fragment, index + 1]));
    const segment = (cut: number): Segment => ({ spineIndex, cut, cuts });
    if (!here.some((stop) => stop.fragment === '') && (here.length > 0 || context.linear[spineIndex])) {
      addUnlisted(document, segment(0));
    }
    for (const stop of here) runs.push(listedRun(stop, document, segment(cutOf.get(stop.fragment) ?? 0)));
  });
  return settleLetters(withoutDoubles(runs));

  /** Text without a line of its own belongs to what stands before it, unless it clearly starts something. */
  function addUnlisted(document: DocumentSummary, segment: Segment): void {
    const last = runs.at(-1);
    const starts =
      document.heading !== '' && (sparse || document.types.some((type) => type === 'chapter' || type === 'part'));
    const matter = unlistedMatter(document, context);
    if (segment.cuts.length === 0 && matter === 'left-out') return;
    const opens = segment.cuts.length === 0 && (starts || matter === 'section');
    if (last && last.matter !== 'left-out' && !opens) {
      last.segments.push(segment);
      return;
    }
    const kind = last === undefined && !starts ? 'section' : matter;
    runs.push({ title: document.heading, part: last?.part, matter: kind, headsPart: false, segments: [segment] });
  }

  function listedRun(stop: Stop, document: DocumentSummary, segment: Segment): Run {
    const guide = stop.fragment === '' ? context.guide.get(document.path) : undefined;
    const matter = matterOf({ title: stop.title, types: stop.types, path: document.path, guide }, context.most);
    return {
      title: stop.title,
      part: stop.part,
      matter: stop.headsPart ? 'section' : matter,
      headsPart: stop.headsPart,
      segments: [segment],
    };
  }
}

function unlistedMatter(document: DocumentSummary, context: RunContext): Matter {
  const { path, types, heading, words, linkedWords } = document;
  const linksOnly = words > 0 && linkedWords / words > LINKED_SHARE && document.links.length > 5;
  if (path === context.nav || linksOnly) return 'left-out';
  const matter = matterOf({ title: heading, types, path, guide: context.guide.get(path) }, context.most);
  // A title page, a logo, a line of advertising before the book starts.
  return matter === 'chapter' && heading === '' && words === 0 ? 'section' : matter;
}

/** Two lines to one place: the later one is the closer (a part, then its first chapter), so it takes the text. */
function withoutDoubles(runs: Run[]): Run[] {
  const start = (run: Run | undefined): string => JSON.stringify([run?.segments[0]?.spineIndex, run?.segments[0]?.cut]);
  return runs.filter((run, index) => start(run) !== start(runs[index + 1]) || run.segments.length > 1);
}

/** Letters before or among numbered chapters stand outside the count; in a novel in letters they are the chapters. */
function settleLetters(runs: Run[]): Run[] {
  const hasChapters = runs.some((run) => run.matter === 'chapter');
  return runs.map((run) => (run.matter === 'letter' ? { ...run, matter: hasChapters ? 'section' : 'chapter' } : run));
}
