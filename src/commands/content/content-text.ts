import type { auditLog, storedBook, storedBooks, storedChapters, storedEditions } from '#src/api/index.ts';
import { counted } from '#src/lib/text.ts';
import type { PublishedBrand } from '../nights/publish-now.ts';
import type { BrandPages } from './content-preview.ts';

/** Result of an action that changes content. */
export interface ContentChange {
  readonly action: string;
  readonly book: { readonly id: number; readonly title: string };
  /** Whether the store was changed or, in a dry run, would have been. */
  readonly changed: boolean;
  /** The affected pages of each live site; only after a dry run. */
  readonly pages?: readonly BrandPages[];
  /** The result of publishing each brand; only with `--live`. */
  readonly published?: readonly PublishedBrand[];
  /** HTTP status of the book's URLs after a takedown. This field and the two below are only set by takedowns. */
  readonly status?: 410 | 451;
  readonly releases?: readonly string[];
  readonly media?: readonly string[];
}

export function booksText(books: Awaited<ReturnType<typeof storedBooks>>): string {
  if (books.length === 0) return 'No matching books.';
  return books
    .map(
      (book) =>
        `${String(book.id).padStart(6)}  ${book.title} by ${book.author} (${book.language}, ${counted(book.chapters, 'chapter')})${stateText(book)}`,
    )
    .join('\n');
}

interface State {
  readonly state: 'published' | 'draft' | 'scheduled';
  readonly publish_at: string | null;
}

/** Formats the publication state of a book or chapter; empty if it is published. */
function stateText({ state, publish_at }: State): string {
  if (state === 'published') return '';
  return state === 'draft' ? ', draft' : `, from ${publish_at}`;
}

type ShownBook = NonNullable<Awaited<ReturnType<typeof storedBook>>> & {
  readonly chapter_list: Awaited<ReturnType<typeof storedChapters>>;
};

export function bookText({ chapter_list, ...book }: ShownBook): string {
  const chapters = chapter_list.map(
    (entry) =>
      `${String(entry.id).padStart(12)}  ${entry.place}. ${entry.title} (${counted(entry.words, 'word')})${stateText(entry)}`,
  );
  return [fieldsText(book), 'chapters by id', ...chapters].join('\n');
}

function fieldsText(book: Omit<ShownBook, 'chapter_list'>): string {
  const lines = Object.entries({ ...book, brands: book.brands ?? ['all'] }).map(([name, value]) => {
    const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
    return `${name.padEnd(12)}  ${text}`;
  });
  return lines.join('\n');
}

type Editions = Awaited<ReturnType<typeof storedEditions>> & { readonly work: string | null };

export function editionsText({ work, editions, suggested }: Editions): string {
  const line = ({ id, title, author, language, work: other }: Editions['editions'][number]) =>
    `${String(id).padStart(6)}  ${title} by ${author} (${language}${other === null || other === work ? '' : `, work "${other}"`})`;
  const own =
    work === null
      ? ['It belongs to no work. Set one with: edit ID --work NAME']
      : [`work "${work}", other editions:`, ...(editions.length === 0 ? ['  none'] : editions.map(line))];
  return [...own, ...(suggested.length === 0 ? [] : ['seem to be editions of it:', ...suggested.map(line)])].join('\n');
}

type Entry = Awaited<ReturnType<typeof auditLog>>[number];

export function logText(entries: readonly Entry[]): string {
  if (entries.length === 0) return 'The log is empty.';
  return entries.flatMap(entryLines).join('\n');
}

function entryLines({ at, who, command, act, kind, record, name, before, after }: Entry): string[] {
  const line = `${at}  ${who} (${command})  ${act} ${kind} ${record} "${name}"${reasonText(after)}`;
  if (act !== 'change') return [line];
  return [line, `    before ${JSON.stringify(before)}`, `    after  ${JSON.stringify(after)}`];
}

/** Formats the reason for a takedown in an audit entry; empty if it has none. */
const reasonText = (after: unknown) =>
  typeof after === 'object' && after !== null && 'reason' in after && after.reason ? `: ${after.reason}` : '';

const PAST: Readonly<Record<string, string>> = {
  edit: 'Changed',
  delete: 'Deleted',
  publish: 'Published',
  unpublish: 'Hid',
  schedule: 'Scheduled',
  takedown: 'Took down',
  allow: 'Allowed the import of',
};

export function changeText({ action, book, changed, pages, published, ...takedown }: ContentChange): string {
  const name = `book ${book.id} "${book.title}"`;
  if (!changed) return `Nothing to change: ${name} already has these values.`;
  if (published)
    return [`${PAST[action]} ${name}.`, ...takedownLines(takedown), ...published.map(publishedLine)].join('\n');
  if (action === 'allow') return `${PAST[action]} ${name}.`;
  if (!pages)
    return `${PAST[action]} ${name}. To publish it, run npm run rebuild -- --brand all, or add --live next time.`;
  if (pages.length === 0) return 'Dry run, nothing was changed. No brand has a live release yet.';
  return [
    `Dry run, nothing was changed. With this change to ${name}, the next rebuild would publish:`,
    ...pages.flatMap(brandLines),
  ].join('\n');
}

export const planText = (pages: readonly BrandPages[]): string =>
  pages.length === 0 ? 'No brand has a live release yet.' : pages.flatMap(brandLines).join('\n');
function takedownLines({ status, releases = [], media = [] }: Pick<ContentChange, 'status' | 'releases' | 'media'>) {
  if (status === undefined) return [];
  return [
    `Its addresses answer ${status}. Removed: ${counted(releases.length, 'kept release')}, ${counted(media.length, 'picture')}.`,
  ];
}

function publishedLine({ brand, status, added, changed, removed, reason }: PublishedBrand): string {
  if (status === 'failed') return `${brand}: failed, the live release stays: ${reason}`;
  return `${brand}: ${status}, ${counted(added.length, 'page')} added, ${changed.length} changed, ${removed.length} removed`;
}

const MARKS = { added: '+', changed: '~', removed: '-' } as const;

function brandLines({ brand, ...pages }: BrandPages): string[] {
  const marked = (['added', 'changed', 'removed'] as const).flatMap((kind) =>
    pages[kind].map((path) => `  ${MARKS[kind]} ${decodeURIComponent(path)}`),
  );
  const { added, changed, removed } = pages;
  return [`${brand}: ${added.length} added, ${changed.length} changed, ${removed.length} removed`, ...marked];
}
