import type { Row } from '#src/api/store/database.ts';
import { holdsPlain, type Listing, oneOf, readMany, readPage } from '../records/listing.ts';
import type { Resource } from '../records/resource.ts';

const COLUMNS = `c.id, c.book_id, b.title AS book, c.number, c.title, c.part, c.kind, c.words, c.price, c.free_from, c.updated_at`;

const CHAPTER_LISTING: Listing = {
  columns: COLUMNS,
  from: 'chapters c JOIN books b ON b.id = c.book_id',
  id: 'c.id',
  sorts: {
    id: 'c.id',
    number: 'c.book_id, c.number',
    title: 'c.title',
    words: 'c.words',
    updated_at: 'c.updated_at',
  },
  filters: {
    book_id: oneOf('c.book_id'),
    kind: oneOf('c.kind'),
    q: holdsPlain('c.title'),
  },
  toRecord: (row) => row as Row & { id: number },
};

export const CHAPTERS: Resource = {
  name: 'chapters',
  one: 'chapter',
  page: (query, { store }) => readPage(store.catalogue, CHAPTER_LISTING, query),
  many: (ids, { store }) => readMany(store.catalogue, CHAPTER_LISTING, ids),
  whole(id, { store }) {
    const [record] = readMany(store.catalogue, CHAPTER_LISTING, [id]);
    const sql = 'SELECT html FROM chapter_texts WHERE chapter_id = ?';
    return record && { ...record, html: store.catalogue.get<{ html: string }>(sql, Number(id))?.html ?? '' };
  },
};
