import { setImmediate } from 'node:timers/promises';
import { parseFragment, serialize } from 'parse5';
import { imageSources } from './cover.ts';
import { createDocuments } from './documents.ts';
import type { Files } from './files.ts';
import { dropTitleHeadings } from './heading.ts';
import { createImageStore } from './images.ts';
import { mapLinks, settleLinks } from './links.ts';
import { prepare } from './prepare.ts';
import type { Run, RunContext } from './runs.ts';
import { sanitise } from './sanitise.ts';
import { countWords } from './text.ts';
import { humanTitle } from './titles.ts';
import { type Element, textOf } from './tree.ts';
import type { ImportedBook, ImportedChapter } from './types.ts';
import { verify } from './verify.ts';

/** Fewer words on the page of a part, or on a page nobody listed, are an announcement and no text. */
const LEAST_WORDS = 20;

interface Draft extends ImportedChapter {
  run: number;
}

/** Chapters as they will be read, with the images they show. */
export async function makeChapters(
  files: Files,
  runs: Run[],
  context: RunContext,
): Promise<Pick<ImportedBook, 'chapters' | 'images'>> {
  const paths = context.documents.map((document) => document.path);
  const take = createDocuments(files, paths);
  const links = mapLinks(context.documents, runs, files);
  const images = createImageStore(files);
  const drafts: Draft[] = [];
  for (const [index, run] of runs.entries()) {
    await setImmediate();
    const draft = run.matter === 'left-out' ? undefined : await draftOf(run, index);
    if (draft) drafts.push(draft);
  }
  const chapters = await settled(drafts);
  return { chapters, images: images.used(chapters.map((chapter) => chapter.html)) };

  async function draftOf(run: Run, index: number): Promise<Draft | undefined> {
    const bodies = [];
    for (const segment of run.segments) {
      const body = await take(segment);
      if (body) bodies.push({ body, at: segment.spineIndex });
    }
    const title = titleOf(run, context, drafts);
    const first = bodies[0];
    if (first) dropTitleHeadings(first.body, [run.title, title, run.part ?? '']);
    const html = [];
    for (const { body, at } of bodies) html.push(await htmlOf(body, at));
    const joined = html.filter((piece) => piece !== '').join('\n');
    const words = countWords(textOf(parseFragment(joined)));
    if (!isWorthReading(run, words, joined)) return undefined;
    const kind = run.matter === 'chapter' && words > 0 ? 'chapter' : 'section';
    return {
      run: index,
      title,
      ...(run.part === undefined || run.headsPart ? {} : { part: run.part }),
      kind,
      html: joined,
      words,
    };
  }

  async function htmlOf(body: Element, at: number): Promise<string> {
    const addresses = await images.load(imageSources(body), paths[at] ?? '');
    prepare(body, {
      anchor: (name) => links.anchor(at, name),
      link: (href) => links.link(at, href),
      image: (source) => addresses.get(source),
    });
    return sanitise(serialize(body));
  }
}

function titleOf(run: Run, context: RunContext, before: Draft[]): string {
  const as = run.headsPart ? 'part' : run.matter === 'chapter' ? 'chapter' : 'section';
  if (run.title !== '') return humanTitle(run.title, as, context.language, context.most);
  const number = before.filter((draft) => draft.kind === 'chapter').length + 1;
  return as === 'chapter' ? humanTitle(String(number), as, context.language, number) : context.bookTitle;
}

function isWorthReading(run: Run, words: number, html: string): boolean {
  if (run.headsPart) return words >= LEAST_WORDS;
  if (run.title === '') return run.matter === 'chapter' ? words > 0 : words >= LEAST_WORDS;
  return words > 0 || html.includes('<img ');
}

/** Verifying comes last, so that nothing touches the HTML after it. */
async function settled(drafts: Draft[]): Promise<ImportedChapter[]> {
  const chapterOf = new Map(drafts.map((draft, index) => [draft.run, index]));
  const ids = new Map(drafts.map((draft) => [draft.run, idsIn(draft.html)]));
  const chapters: ImportedChapter[] = [];
  for (const { run, ...chapter } of drafts) {
    await setImmediate();
    const html = settleLinks(chapter.html, run, chapterOf, (other) => ids.get(other) ?? new Set());
    verify(html, chapter.title);
    chapters.push({ ...chapter, html });
  }
  return chapters;
}

function idsIn(html: string): Set<string> {
  return new Set([...html.matchAll(/ id="([\w-]+)"/g)].map((match) => match[1] ?? ''));
}
