import { setImmediate } from 'node:timers/promises';
import { parseFragment, serialize } from 'parse5';
import { htmlDepth } from '#src/lib/html-depth.ts';
import { MOST_CHAPTER_BYTES, MOST_CHAPTER_DEPTH, utf8Bytes } from '#src/lib/html-limits.ts';
import { EpubError } from './errors.ts';
import type { Files } from './files.ts';
import { dropTitleHeadings } from './heading.ts';
import { createImageStore, imageSources } from './images.ts';
import type { Layout } from './layout/index.ts';
import { mapLinks, settleLinks } from './links.ts';
import type { ChapterPlan, PlanContext } from './plan.ts';
import { prepare } from './prepare.ts';
import { sanitise, verify } from './sanitise.ts';
import { createSplitter } from './split.ts';
import { countWords } from './text.ts';
import { humanTitle } from './titles.ts';
import { type Element, textOf } from './tree.ts';
import type { ImportedBook, ImportedChapter } from './types.ts';

/** Fewer words on the page of a part, or on a page nobody listed, are an announcement and no text. */
const MIN_WORDS = 20;

interface Draft extends ImportedChapter {
  plan: number;
}

/** Chapters as they will be read, with the images they show. */
export async function makeChapters(
  files: Files,
  plans: ChapterPlan[],
  context: PlanContext,
  onProgress: (share: number) => void,
): Promise<Pick<ImportedBook, 'chapters' | 'images'>> {
  const paths = context.documents.map((document) => document.path);
  const take = createSplitter(files, paths);
  const links = mapLinks(context.documents, plans, files);
  const images = createImageStore(files);
  const drafts: Draft[] = [];
  for (const [index, plan] of plans.entries()) {
    await setImmediate();
    const draft = plan.matter === 'left-out' ? undefined : await draftOf(plan, index);
    if (draft) drafts.push(draft);
    onProgress((index + 1) / plans.length);
  }
  const chapters = await settled(drafts);
  return { chapters, images: images.used(chapters.map((chapter) => chapter.html)) };

  async function draftOf(plan: ChapterPlan, index: number): Promise<Draft | undefined> {
    const bodies = [];
    for (const segment of plan.segments) {
      const piece = await take(segment);
      if (piece) bodies.push({ ...piece, at: segment.spineIndex });
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
      layout: (element) => layout.get(element),
    });
    return sanitise(serialize(body));
  }
}

function titleOf(plan: ChapterPlan, context: PlanContext, before: Draft[]): string {
  const as = plan.headsPart ? 'part' : plan.matter === 'chapter' ? 'chapter' : 'section';
  if (plan.title !== '') return humanTitle(plan.title, as, context.language, context.most);
  const number = before.filter((draft) => draft.kind === 'chapter').length + 1;
  return as === 'chapter' ? humanTitle(String(number), as, context.language, number) : context.bookTitle;
}

function isWorthReading(plan: ChapterPlan, words: number, html: string): boolean {
  if (plan.headsPart) return words >= MIN_WORDS;
  if (plan.title === '') return plan.matter === 'chapter' ? words > 0 : words >= MIN_WORDS;
  return words > 0 || html.includes('<img ');
}

/** Verifying comes last, so that nothing touches the HTML after it. */
async function settled(drafts: Draft[]): Promise<ImportedChapter[]> {
  const chapterOf = new Map(drafts.map((draft, index) => [draft.plan, index]));
  const ids = new Map(drafts.map((draft) => [draft.plan, idsIn(draft.html)]));
  const chapters: ImportedChapter[] = [];
  for (const { plan, ...chapter } of drafts) {
    await setImmediate();
    const html = settleLinks(chapter.html, plan, chapterOf, (other) => ids.get(other) ?? new Set());
    checkSize(html, chapter.title);
    verify(html, chapter.title);
    chapters.push({ ...chapter, html });
  }
  return chapters;
}

/** What the contract allows of a chapter (src/contract/entities/chapter.ts). */
function checkSize(html: string, title: string): void {
  const bytes = utf8Bytes(html);
  if (bytes > MOST_CHAPTER_BYTES)
    throw new EpubError(
      'too-large',
      `The chapter "${title}" has ${kib(bytes)}, and a chapter may have ${kib(MOST_CHAPTER_BYTES)}. Divide it by headings in an EPUB editor.`,
    );
  if (htmlDepth(html, MOST_CHAPTER_DEPTH) > MOST_CHAPTER_DEPTH)
    throw new EpubError(
      'unsafe',
      `The chapter "${title}" has more than ${MOST_CHAPTER_DEPTH} elements in one another, so the book is not imported.`,
    );
}

const kib = (bytes: number) => `${Math.ceil(bytes / 1024)} KiB`;

function idsIn(html: string): Set<string> {
  return new Set([...html.matchAll(/ id="([\w-]+)"/g)].map((match) => match[1] ?? ''));
}
