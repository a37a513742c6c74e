import { brandOfSettings, storedSettings } from '#src/api/store/reads/brand-settings.ts';
import { bookState, chapterState } from '#src/api/store/reads/revised-states.ts';
import { previousInRevision } from '#src/api/store/reads/revisions.ts';
import type {
  BookState,
  BrandState,
  ChapterState,
  RevisedKind,
  RevisionStates,
} from '#src/api/store/revision-states.ts';
import { allFields } from '#src/api/store/writer/brand-settings.ts';
import { checkRight } from '../access/check-right.ts';
import type { AdminContext } from '../context.ts';
import { orNotFound } from '../http/error.ts';
import { type AdminRequest, savingAs, staffOf } from '../http/route.ts';
import { checkAll, readThenWrite, takeSeen } from '../records/seen.ts';
import { BOOKS, changeBook } from '../resources/books.ts';
import { BRAND_SETTINGS, saveSettings } from '../resources/brand-settings.ts';
import { CHAPTERS, changeChapter } from '../resources/chapters.ts';
import { formerPlace } from './former-place.ts';
import { withCurrentNames } from './with-current-names.ts';

/** Id of the current version in addresses and responses. */
export const CURRENT = 0;

/** How the revisions of one kind of record (book or chapter) are read, compared and restored. */
export interface Revised<K extends RevisedKind> {
  readonly kind: K;
  readonly resource: 'books' | 'chapters' | 'brand-settings';
  readonly label: string;
  /** The number of the record in revisions, if it differs from the id in addresses. */
  numberOf?(admin: AdminContext, id: string): Promise<number>;
  /** Reads the current state; undefined if the record does not exist. */
  current(admin: AdminContext, id: number): Promise<RevisionStates[K] | undefined>;
  /** When the record was last changed. */
  updatedAt(admin: AdminContext, id: number): Promise<string>;
  /** Replaces what has a different name since. Without it, states are returned as they are stored. */
  inCurrentTerms?(admin: AdminContext, states: readonly RevisionStates[K][]): Promise<RevisionStates[K][]>;
  /** The fields, named as in the record. */
  fieldsOf(state: RevisionStates[K]): Readonly<Record<string, unknown>>;
  /** Whether a different value of a field is a change by the save that replaced the state. Default: true. */
  isOwnChange?(field: string, state: RevisionStates[K]): boolean;
  /** The text whose words are counted. */
  textOf(state: RevisionStates[K]): string;
  /** Saves the state of a revision, with the checks of any other save. */
  restore(id: number, state: RevisionStates[K], request: AdminRequest, revision: number): Promise<void>;
}

const names = (list: BookState['genres']) => list.map(({ name }) => name);

/** The fields of a book that its restore needs in a different form than a save. */
type BookFields = Pick<BookState, 'rating_count' | 'cover' | 'source' | 'state' | 'publish_at' | 'series'>;

/*
 * Restoring keeps the publication state: restoring a text from before the publication must not hide it from visitors.
 */

export const REVISED_BOOK: Revised<'book'> = {
  kind: 'book',
  resource: 'books',
  label: 'book',
  current: ({ store }, id) => bookState(store.catalogue, id),
  updatedAt: async (admin, id) => orNotFound(await BOOKS.full?.(String(id), admin), 'book').updated_at,
  inCurrentTerms: ({ store }, states) => withCurrentNames(store.catalogue, states),
  fieldsOf: ({ author, genres, tags, keywords, series, ...fields }: BookState) => ({
    ...fields,
    series: series && { name: series.name, number: series.number },
    author: author.name,
    genres: names(genres),
    tags: names(tags),
    keywords: names(keywords),
  }),
  textOf: ({ introduction }) => introduction,
  async restore(id, state, sent) {
    const { seen, request } = takeSeen(sent);
    const read = async ({ admin }: AdminRequest) => orNotFound(await BOOKS.full?.(String(id), admin), 'book');
    await readThenWrite(request, read, async (record, checked) => {
      checkAll(record, seen);
      const [current = state] = await withCurrentNames(request.admin.store.catalogue, [state]);
      const { rating_count, cover, source, ...fields } = REVISED_BOOK.fieldsOf(current) as BookFields;
      const { state: _state, publish_at: _at, series, ...body } = fields;
      const file = cover && { file: cover.url.slice('/media/'.length), widths: cover.widths, tone: cover.tone };
      const more = { series, ratingCount: rating_count, cover: file, source };
      await changeBook(record, savingAs('restore', { ...checked, body }), more);
    });
  },
};

export const REVISED_CHAPTER: Revised<'chapter'> = {
  kind: 'chapter',
  resource: 'chapters',
  label: 'chapter',
  current: ({ store }, id) => chapterState(store.catalogue, id),
  updatedAt: async (admin, id) => orNotFound(await CHAPTERS.full?.(String(id), admin), 'chapter').updated_at,
  fieldsOf: ({ words: _, previous: _previous, ...fields }: ChapterState) => fields,
  // Other chapters that are added, moved or deleted also change the position.
  isOwnChange: (field, { previous }) => field !== 'place' || previous !== undefined,
  textOf: ({ html }) => html,
  async restore(id, state, sent, revision) {
    const { seen, request } = takeSeen(sent);
    const read = async ({ admin }: AdminRequest) => orNotFound(await CHAPTERS.full?.(String(id), admin), 'chapter');
    await readThenWrite(request, read, async (record, checked) => {
      checkAll(record, seen);
      const { catalogue } = request.admin.store;
      const { state: _state, publish_at: _at, place: _place, ...fields } = REVISED_CHAPTER.fieldsOf(state);
      const previous = revision === CURRENT ? undefined : await previousInRevision(catalogue, id, revision);
      const place = await formerPlace(catalogue, record, previous);
      const body = { ...fields, ...(place !== undefined && { place }) };
      await changeChapter(record, savingAs('restore', { ...checked, body }));
    });
  },
};

/** Reads the settings of a brand by the number of their record. */
async function settingsNumbered({ store }: AdminContext, id: number) {
  const brand = await brandOfSettings(store.catalogue, id);
  return brand === undefined ? undefined : storedSettings(store.catalogue, brand);
}

export const REVISED_SETTINGS: Revised<'brand'> = {
  kind: 'brand',
  resource: 'brand-settings',
  label: 'history',
  async numberOf({ store }, brand) {
    return (await storedSettings(store.catalogue, brand))?.id ?? 0;
  },
  current: async (admin, id) => (await settingsNumbered(admin, id))?.fields,
  updatedAt: async (admin, id) => (await settingsNumbered(admin, id))?.updatedAt ?? '',
  fieldsOf: (fields: BrandState) => allFields(fields),
  textOf: () => '',
  async restore(id, state, sent) {
    checkRight('brand-settings.change', sent, 'Restoring this');
    const { seen, request } = takeSeen(sent);
    const brand = orNotFound(await brandOfSettings(request.admin.store.catalogue, id), 'brand');
    const read = async ({ admin }: AdminRequest) =>
      orNotFound((await BRAND_SETTINGS.byIds([brand], admin, staffOf(request)))[0], 'brand');
    await readThenWrite(request, read, async (record, checked) => {
      checkAll(record, seen);
      await saveSettings(brand, state, savingAs('restore', checked));
    });
  },
};
