import { setImmediate } from 'node:timers/promises';
import { parseFragment, serialize } from 'parse5';
import { countWords } from '#src/lib/count-words.ts';
import { htmlDepth } from '#src/lib/html-depth.ts';
import { MAX_CHAPTER_BYTES, MAX_CHAPTER_DEPTH, utf8Bytes } from '#src/lib/html-limits.ts';
import { type LeftOut, leftOut } from '../manuscript/types.ts';
import { dropArchiveFields } from './archive-pages.ts';
import { separateAuthorNotes } from './author-notes.ts';
import { chapterTitle } from './chapter-title.ts';
import { connectNotes } from './connect-notes.ts';
import { divideHtml } from './divide.ts';
import { EpubError } from './errors.ts';
import type { Files } from './files.ts';
import { dropTitleHeadings } from './heading.ts';
import { removeHidden } from './hidden.ts';
import { createImageStore, imageSources } from './images.ts';
import type { Layout } from './layout/index.ts';
import { type FindTarget, mapLinks, settleLinks } from './links.ts';
import { markNotes } from './note-forms.ts';
import type { ChapterPlan, PlanContext } from './plan.ts';
import { prepare } from './prepare.ts';
import { sanitise, verify } from './sanitise.ts';
import { createSplitter } from './split.ts';
import type { DocumentSummary } from './summary.ts';
import { humanTitle } from './titles.ts';
import { type Element, textOf } from './tree.ts';
import type { ImportedBook, ImportedChapter } from './types.ts';

/** A part's title page or an untitled section is kept only if it has at least this many words. */
const MIN_WORDS = 20;

interface Draft extends ImportedChapter {
  plan: number;
}

/** Creates the chapters that are planned, and the list of images that they show. */
export async function makeChapters(
  files: Files,
  plans: ChapterPlan[],
  context: PlanContext,
  onProgress: (share: number) => void,
): Promise<Pick<ImportedBook, 'chapters' | 'images'> & { readonly leftOut: LeftOut[] }> {
  const paths = context.documents.map((document) => document.path);
  const take = createSplitter(files, paths, context.language);
  const links = mapLinks(context.documents, plans, files);
  const images = createImageStore(files);
  const drafts: Draft[] = [];
  const hidden: string[] = [];
  const tooShort: string[] = [];
  for (const [index, plan] of plans.entries()) {
    await setImmediate();
    const draft = plan.matter === 'left-out' ? undefined : await draftOf(plan, index);
    if (draft) drafts.push(draft);
    else if (plan.matter !== 'left-out') tooShort.push(plan.title);
    onProgress((index + 1) / plans.length);
  }
  const chapters = await finishChapters(drafts);
  const usedImages = images.used(chapters.map((chapter) => chapter.html));
  const pages = pagesOutside(plans, context).map(({ heading, path }) => heading || path);
  return {
    chapters,
    images: usedImages,
    leftOut: [
      ...leftOut('Pages outside the text, such as the cover and the contents list', pages),
      ...leftOut('Hidden text', hidden),
      ...leftOut('Pages that only announce what follows', tooShort),
    ],
  };

  async function draftOf(plan: ChapterPlan, index: number): Promise<Draft | undefined> {
    const bodies = [];
    for (const segment of plan.segments) {
      const piece = await take(segment);
      if (!piece) continue;
      const at = segment.spineIndex;
      const isLinked = (name: string) => links.anchor(at, name) !== undefined;
      const removed = removeHidden(piece.body, piece.layout.hidden, isLinked);
      hidden.push(...removed.map(textOf).filter((text) => text.trim() !== ''));
      markNotes(piece.body, isLinked);
      separateAuthorNotes(piece.body);
      dropArchiveFields(piece.body);
      bodies.push({ ...piece, at });
    }
    const title = titleOf(plan, context, drafts);
    const first = bodies[0];
    if (first) dropTitleHeadings(first.body, [plan.title, title, plan.part ?? '']);
    const html = [];
    for (const { body, layout, at } of bodies) html.push(await htmlOf(body, layout, at));
    const joined = html.filter((piece) => piece !== '').join('\n');
    const words = countWords(textOf(parseFragment(joined)));
    if (!isWorthReading(plan, words, joined)) return undefined;
    const kind = plan.matter === 'chapter' && words > 0 ? 'chapter' : 'section';
    return {
      plan: index,
      title,
      ...(plan.part === undefined || plan.headsPart ? {} : { part: plan.part }),
      kind,
      html: joined,
      words,
    };
  }

  async function htmlOf(body: Element, layout: Layout, at: number): Promise<string> {
    const addresses = await images.load(imageSources(body), paths[at] ?? '');
    prepare(body, {
      anchor: (name) => links.anchor(at, name),
      link: (href) => links.link(at, href),
      image: (source) => addresses.get(source),
      layout: (element) => layout.classes.get(element),
      wrappers: (element) => layout.wrappers.get(element) ?? [],
    });
    return sanitise(serialize(body));
  }
}

/** Returns the documents of the reading order that no planned chapter contains. */
function pagesOutside(plans: readonly ChapterPlan[], { documents, linear }: PlanContext): DocumentSummary[] {
  const plannedDocuments = new Set(
    plans.flatMap(({ matter, segments }) =>
      matter === 'left-out' ? [] : segments.map(({ spineIndex }) => spineIndex),
    ),
  );
  return documents.filter((_, index) => linear[index] === true && !plannedDocuments.has(index));
}

function titleOf(plan: ChapterPlan, context: PlanContext, before: Draft[]): string {
  const as = plan.headsPart ? 'part' : plan.matter === 'chapter' ? 'chapter' : 'section';
  const title = chapterTitle(plan.title, context.bookTitle, context.isByFanFicFare);
  if (title !== '') return humanTitle(title, as, context.language, context.maxNumber);
  const number = before.filter((draft) => draft.kind === 'chapter').length + 1;
  return as === 'chapter' ? humanTitle(String(number), as, context.language, number) : context.bookTitle;
}

function isWorthReading(plan: ChapterPlan, words: number, html: string): boolean {
  if (plan.headsPart) return words >= MIN_WORDS;
  if (plan.title === '') return plan.matter === 'chapter' ? words > 0 : words >= MIN_WORDS;
  return words > 0 || html.includes('<img ');
}

/**
 * Connects notes, divides long chapters, and settles links. Verifies the HTML last, so that nothing changes it
 * afterwards.
 */
async function finishChapters(drafts: Draft[]): Promise<ImportedChapter[]> {
  const parts = connectNotes(drafts).flatMap(partsOf);
  const target = findTargets(parts);
  const chapters: ImportedChapter[] = [];
  for (const [index, { plan: _, ...chapter }] of parts.entries()) {
    await setImmediate();
    const html = settleLinks(chapter.html, index, target);
    checkSize(html, chapter.title);
    verify(html, chapter.title);
    chapters.push({ ...chapter, html });
  }
  return chapters;
}

/** Divides a draft into several if it is too long for one chapter. They are titled "The Raft", "The Raft (2)" and so on. */
function partsOf(draft: Draft): Draft[] {
  const parts = divideHtml(draft.html);
  if (parts.length === 1) return [draft];
  return parts.map((html, index) => ({
    ...draft,
    title: index === 0 ? draft.title : `${draft.title} (${index + 1})`,
    html,
    words: countWords(textOf(parseFragment(html))),
  }));
}

/** Returns a function that finds the chapter that contains an anchor of a plan, or else the plan's first chapter. */
function findTargets(parts: readonly Draft[]): FindTarget {
  const first = new Map<number, number>();
  const places = new Map<string, number>();
  for (const [index, { plan, html }] of parts.entries()) {
    if (!first.has(plan)) first.set(plan, index);
    for (const id of idsIn(html)) places.set(`${plan} ${id}`, index);
  }
  return (plan, anchor) => {
    const place = places.get(`${plan} ${anchor}`);
    const chapter = place ?? first.get(plan);
    return chapter === undefined ? undefined : { chapter, fragment: place === undefined ? '' : `#${anchor}` };
  };
}

/** Throws if a chapter exceeds the limits of the contract (src/contract/entities/chapter.ts). */
function checkSize(html: string, title: string): void {
  const bytes = utf8Bytes(html);
  if (bytes > MAX_CHAPTER_BYTES)
    throw new EpubError(
      'too-large',
      `The chapter "${title}" is ${kib(bytes)}, but at most ${kib(MAX_CHAPTER_BYTES)} is allowed. It has no paragraphs at which it could be split: add some in an EPUB editor.`,
    );
  if (htmlDepth(html, MAX_CHAPTER_DEPTH) > MAX_CHAPTER_DEPTH)
    throw new EpubError(
      'unsafe',
      `The chapter "${title}" has more than ${MAX_CHAPTER_DEPTH} nested elements, so the book is not imported.`,
    );
}

const kib = (bytes: number) => `${Math.ceil(bytes / 1024)} KiB`;

function idsIn(html: string): Set<string> {
  return new Set([...html.matchAll(/ id="([\w-]+)"/g)].map((match) => match[1] ?? ''));
}
