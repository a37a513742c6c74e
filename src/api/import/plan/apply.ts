import { LecternError } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { MAX_CHAPTER_BYTES, utf8Bytes } from '#src/lib/html-limits.ts';
import { stableJson } from '#src/lib/stable-json.ts';
import { verify } from '../../epub/sanitise.ts';
import { oneLine } from '../../epub/text.ts';
import type { ImportedBook, ImportedChapter } from '../../epub/types.ts';
import { type ChapterBlocks, chapterBlocks, joinBlocks } from './blocks.ts';
import { checkPlan, PlanError } from './check-plan.ts';
import { createPlaces, type Slice } from './places.ts';
import type { Corrections, PlannedChapter } from './types.ts';

/**
 * Applies corrections to a book. Notes are moved with the text that refers to them, and links are changed to the new
 * chapters. `encoding` and `chapterPattern` are ignored, because the file was already read with them.
 * @throws PlanError if the planned chapters do not fit the book
 */
export function applyCorrections(book: ImportedBook, corrections: Corrections): ImportedBook {
  const { title, author, language, chapters } = corrections;
  const corrected: ImportedBook = {
    ...book,
    ...(title && { title: oneLine(title) }),
    ...(author && { authors: [oneLine(author)] }),
    ...(language && { language }),
    ...(chapters && { chapters: plannedChapters(book.chapters, chapters) }),
  };
  if (chapters) corrected.images = imagesOf(corrected);
  return { ...corrected, fingerprint: fingerprintOf(book, corrected) };
}

/** Increment it when you change how chapters are divided into blocks, so that older plans are refused. */
const BLOCKS_VERSION = 2;

/** Returns the hash of the original text, to which the pieces of a plan refer. */
export const textFingerprint = ({ chapters }: Pick<ImportedBook, 'chapters'>): string =>
  hash(stableJson([BLOCKS_VERSION, ...chapters.map(({ html }) => html)]), 32);

/** Checks the fingerprint in a plan. @throws PlanError if the plan was created for another text */
export function checkFingerprint(book: ImportedBook, fingerprint: string | undefined): void {
  if (fingerprint === undefined || fingerprint === textFingerprint(book)) return;
  throw new PlanError(
    'The file or its settings have changed since the plan was made, so its pieces no longer fit. Preview the file again and correct the new plan.',
  );
}

/** Returns for each planned chapter the indexes of the original chapters that begin in it. */
export function beginningsIn(chapters: readonly PlannedChapter[]): number[][] {
  const first = new Map<number, { readonly from: number; readonly place: number }>();
  for (const [place, { pieces }] of chapters.entries())
    for (const { chapter, from } of pieces)
      if (from < (first.get(chapter)?.from ?? Number.POSITIVE_INFINITY)) first.set(chapter, { from, place });
  return chapters.map((_, place) =>
    [...first].flatMap(([chapter, at]) => (at.place === place ? [chapter] : [])).toSorted((a, b) => a - b),
  );
}

/** Returns the fingerprint of the corrected book. It is the original one if nothing visible changed. */
function fingerprintOf(before: ImportedBook, after: ImportedBook): string {
  const visibleContent = ({ title, authors, language, chapters }: ImportedBook) =>
    stableJson([
      title,
      authors,
      language,
      chapters.map((chapter) => [chapter.title, chapter.part ?? null, chapter.kind, chapter.html]),
    ]);
  return visibleContent(before) === visibleContent(after)
    ? before.fingerprint
    : hash(`${before.fingerprint} ${visibleContent(after)}`);
}

/** Returns the pictures that the planned chapters show. */
function imagesOf({ chapters, images }: ImportedBook): ImportedBook['images'] {
  const usedIds = new Set(
    chapters.flatMap(({ html }) => [...html.matchAll(/ src="epub-image:(\w+)"/g)].map(([, id]) => id)),
  );
  return images.filter(({ id }) => usedIds.has(id));
}

function plannedChapters(before: readonly ImportedChapter[], plan: readonly PlannedChapter[]): ImportedChapter[] {
  const divided = before.map(({ html }) => chapterBlocks(html));
  checkPlan(
    plan,
    divided.map(({ blocks }) => blocks.length),
  );
  const merged = plan.map((chapter) => ({ ...chapter, pieces: joined(chapter.pieces) }));
  const takeNotes = createNotes(divided);
  const drafts = merged.map((chapter) => sliced(chapter, { before, divided, takeNotes }));
  const places = createPlaces(drafts.map(({ slices }) => slices));
  return drafts.map((draft, index) => {
    const html = places.htmlOf(index);
    const { title, part, kind, words } = draft;
    const chapter = { title: oneLine(title), kind, html, words, ...(part ? { part: oneLine(part) } : {}) };
    checkChapter(chapter);
    return chapter;
  });
}

/** Joins consecutive pieces of the same original chapter. */
function joined(pieces: PlannedChapter['pieces']): PlannedChapter['pieces'] {
  const result: { chapter: number; from: number; to: number }[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last && last.chapter === piece.chapter && last.to === piece.from) last.to = piece.to;
    else result.push({ ...piece });
  }
  return result;
}

type TakeNotes = (chapter: number, from: number, to: number) => readonly number[];

interface Source {
  readonly before: readonly ImportedChapter[];
  readonly divided: readonly ChapterBlocks[];
  readonly takeNotes: TakeNotes;
}

interface Draft extends Omit<PlannedChapter, 'pieces'> {
  readonly slices: readonly Slice[];
  readonly words: number;
}

function sliced(planned: PlannedChapter, { before, divided, takeNotes }: Source): Draft {
  const { title, part, kind, pieces } = planned;
  const [only] = pieces;
  const own = only && divided[only.chapter];
  const whole = only && before[only.chapter];
  if (pieces.length === 1 && own && whole && only.from === 0 && only.to === own.blocks.length) {
    takeNotes(only.chapter, only.from, only.to);
    return { title, part, kind, slices: [{ chapter: only.chapter, from: 0, html: whole.html }], words: whole.words };
  }
  const texts: Slice[] = [];
  const notes: Slice[] = [];
  let words = 0;
  for (const { chapter, from, to } of pieces) {
    const source = divided[chapter];
    const blocks = source?.blocks.slice(from, to) ?? [];
    const html = joinBlocks(source?.source ?? '', blocks);
    texts.push({ chapter, from, html: pieces.length === 1 ? html.trim() : html });
    const ownNotes = takeNotes(chapter, from, to).flatMap((note) => source?.notes[note] ?? []);
    for (const { html } of ownNotes) notes.push({ chapter, from: undefined, html });
    const isWhole = source !== undefined && from === 0 && to === source.blocks.length;
    words += isWhole
      ? (before[chapter]?.words ?? 0)
      : [...blocks, ...ownNotes].reduce((sum, block) => sum + block.words, 0);
  }
  return { title, part, kind, slices: [...texts, ...notes], words };
}

const ID = / id="([\w-]+)"/g;
const LOCAL_LINK = / href="#([\w-]+)"/g;

/**
 * Returns a function that returns the notes for a range of blocks: the notes to which the blocks refer, and the notes
 * to which these notes refer. For the range with a chapter's last block, also the notes without references. Each note
 * is returned only once.
 */
function createNotes(divided: readonly ChapterBlocks[]): TakeNotes {
  const chapters = new Map<number, NotesOfChapter>();
  return (chapter, from, to) => {
    const source = divided[chapter];
    if (!source || source.notes.length === 0) return [];
    const notes = chapters.get(chapter) ?? notesOf(source);
    chapters.set(chapter, notes);
    const noteIndexes = new Set(notes.ofBlocks.slice(from, to).flat());
    if (to === source.blocks.length) for (const at of notes.unreferenced) noteIndexes.add(at);
    addReachable(noteIndexes, notes.ofNotes);
    const own = [...noteIndexes].filter((at) => !notes.taken.has(at)).toSorted((a, b) => a - b);
    for (const at of own) notes.taken.add(at);
    return own;
  };
}

/**
 * Indexes of a chapter's notes: those to which each block and each note refers, those without references, and those
 * already assigned to a range of blocks.
 */
interface NotesOfChapter {
  readonly ofBlocks: readonly (readonly number[])[];
  readonly ofNotes: readonly (readonly number[])[];
  readonly unreferenced: readonly number[];
  readonly taken: Set<number>;
}

function notesOf({ blocks, notes }: ChapterBlocks): NotesOfChapter {
  const noteOf = new Map(
    notes.flatMap(({ html }, at) => [...html.matchAll(ID)].map(([, id = '']) => [id, at] as const)),
  );
  const targets = ({ html }: { readonly html: string }) =>
    [...html.matchAll(LOCAL_LINK)].flatMap(([, id = '']) => noteOf.get(id) ?? []);
  const [ofBlocks, ofNotes] = [blocks.map(targets), notes.map(targets)];
  const referenced = new Set(ofBlocks.flat());
  addReachable(referenced, ofNotes);
  return { ofBlocks, ofNotes, unreferenced: [...notes.keys()].filter((at) => !referenced.has(at)), taken: new Set() };
}

/**
 * Adds to a set of notes all notes to which they refer, directly or indirectly: iterating over a set also visits
 * entries that are added during the iteration.
 */
function addReachable(notes: Set<number>, ofNotes: readonly (readonly number[])[]): void {
  for (const at of notes) for (const next of ofNotes[at] ?? []) notes.add(next);
}

function checkChapter({ title, html }: ImportedChapter): void {
  const bytes = utf8Bytes(html);
  if (bytes > MAX_CHAPTER_BYTES)
    throw new PlanError(
      `The chapter "${title}" would have ${Math.ceil(bytes / 1024)} KiB; the limit is ${MAX_CHAPTER_BYTES / 1024} KiB. Merge fewer chapters.`,
    );
  try {
    verify(html, title);
  } catch (cause) {
    throw cause instanceof LecternError ? new PlanError(cause.message, { cause }) : cause;
  }
}
