import { brandOfSettings, storedSettings } from '#src/api/store/reads/brand-settings.ts';
import { currentNames } from '#src/api/store/reads/current-names.ts';
import { bookState, chapterState } from '#src/api/store/reads/revised-states.ts';
import type {
  BookState,
  BrandState,
  ChapterState,
  RevisedKind,
  RevisionStates,
  StoredName,
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
  /** The fields, named as in the record. */
  fieldsOf(state: RevisionStates[K]): Readonly<Record<string, unknown>>;
  /** The text whose words are counted. */
  textOf(state: RevisionStates[K]): string;
  /** Saves the state, with the checks of any other save. */
  restore(id: number, state: RevisionStates[K], request: AdminRequest): Promise<void>;
}

const names = (list: readonly StoredName[]) => list.map(({ name }) => name);

/*
 * Restoring keeps the publication state: restoring a text from before the publication must not hide it from visitors.
 */

export const REVISED_BOOK: Revised<'book'> = {
  kind: 'book',
  resource: 'books',
  label: 'book',
  current: ({ store }, id) => bookState(store.catalogue, id),
  updatedAt: async (admin, id) => orNotFound(await BOOKS.full?.(String(id), admin), 'book').updated_at,
  fieldsOf: ({ author, genres, tags, keywords, ...fields }: BookState) => ({
    ...fields,
    author: author.name,
    genres: names(genres),
    tags: names(tags),
    keywords: names(keywords),
  }),
  textOf: ({ introduction }) => introduction,
  async restore(id, state, sent) {
    const { seen, request } = takeSeen(sent);
    const read = async ({ admin }: AdminRequest) => orNotFound(await BOOKS.full?.(String(id), admin), 'book');
    const { catalogue } = request.admin.store;
    await readThenWrite(request, read, async (record, checked) => {
      checkAll(record, seen);
      const { author, series, rating_count, cover, source, state: _state, publish_at: _at, ...fields } = state;
      const [authorName = author.name] = await currentNames(catalogue, 'author', [author]);
      const body = {
        ...fields,
        author: authorName,
        genres: await currentNames(catalogue, 'genre', state.genres),
        tags: await currentNames(catalogue, 'tag', state.tags),
        keywords: await currentNames(catalogue, 'keyword', state.keywords),
      };
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
  fieldsOf: ({ words: _, ...fields }: ChapterState) => fields,
  textOf: ({ html }) => html,
  async restore(id, state, sent) {
    const { seen, request } = takeSeen(sent);
    const read = async ({ admin }: AdminRequest) => orNotFound(await CHAPTERS.full?.(String(id), admin), 'chapter');
    await readThenWrite(request, read, async (record, checked) => {
      checkAll(record, seen);
      const { words: _words, state: _state, publish_at: _at, ...body } = state;
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
