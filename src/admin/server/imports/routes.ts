import { Readable } from 'node:stream';
import * as v from 'valibot';
import {
  type ChapterBeginnings,
  type ChapterBlocks,
  type ImportBatch,
  type ImportCreated,
  type ImportList,
  type ImportSummary,
  MAX_BEGINNINGS,
  type ReviewedBook,
} from '#src/admin/contract/imports.ts';
import { isSection } from '#src/api/import/index.ts';
import { storedTakedown } from '#src/api/index.ts';
import { AdminError } from '../http/error.ts';
import { parseBody } from '../http/input.ts';
import { type AdminRequest, type Route, staffOf } from '../http/route.ts';
import { checkBrands } from '../records/check-brands.ts';

const Text = v.optional(v.pipe(v.string(), v.maxLength(300)));
const SETTINGS = {
  encoding: v.optional(v.pipe(v.string(), v.maxLength(40))),
  language: v.optional(
    v.pipe(v.string(), v.regex(/^(?:[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*)?$/, 'must be a language such as en-US')),
  ),
  chapterPattern: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  title: Text,
  author: Text,
};
const Index = v.pipe(v.number(), v.integer(), v.minValue(0));

const NewImport = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(300)),
  files: v.pipe(v.array(v.strictObject({ path: v.pipe(v.string(), v.maxLength(4096)), size: Index })), v.minLength(1)),
  as: v.optional(v.picklist(['book', 'books'])),
});

const ReadRequest = v.strictObject({
  corrections: v.optional(v.strictObject(SETTINGS)),
  book: v.optional(Index),
});

const StoreRequest = v.strictObject({
  corrections: v.strictObject({
    ...SETTINGS,
    chapters: v.optional(
      v.array(
        v.strictObject({
          title: v.string(),
          part: v.nullable(v.string()),
          kind: v.picklist(['chapter', 'section']),
          pieces: v.array(v.strictObject({ chapter: Index, from: Index, to: Index })),
        }),
      ),
    ),
  }),
  resolution: v.optional(
    v.variant('as', [
      v.strictObject({ as: v.literal('newVersion'), bookId: Index }),
      v.strictObject({ as: v.literal('otherEdition'), bookId: Index }),
      v.strictObject({ as: v.literal('differentBook') }),
    ]),
  ),
  section: v.optional(v.pipe(v.number(), v.check(isSection, 'must be the section of a language'))),
  brands: v.optional(
    v.nullable(v.pipe(v.array(v.string()), v.minLength(1, 'must name at least one brand, or be null for every brand'))),
  ),
  status: v.optional(v.picklist(['published', 'draft'])),
});

export const IMPORT_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/imports',
    act: 'imports.read',
    run: (request) => ({ body: { imports: request.admin.imports.list(staffOf(request)) } satisfies ImportList }),
  },
  { method: 'POST', path: '/imports', act: 'imports.create', run: create },
  { method: 'PUT', path: '/imports/:id/files/:file', act: 'imports.create', takes: 'bytes', run: upload },
  { method: 'POST', path: '/imports/:id/read', act: 'imports.create', run: read },
  {
    method: 'GET',
    path: '/imports/:id',
    act: 'imports.read',
    run: (request) => ({ body: request.admin.imports.batch(staffOf(request), idOf(request)) satisfies ImportBatch }),
  },
  {
    method: 'GET',
    path: '/imports/:id/progress',
    act: 'imports.read',
    run: (request) => ({
      body: request.admin.imports.progress(staffOf(request), idOf(request)) satisfies ImportSummary,
    }),
  },
  {
    method: 'GET',
    path: '/imports/:id/books/:book',
    act: 'imports.read',
    async run(request) {
      await checkOffered(request);
      const body = await request.admin.imports.book(staffOf(request), idOf(request), indexOf(request, 'book'));
      return { body: body satisfies ReviewedBook };
    },
  },
  { method: 'GET', path: '/imports/:id/books/:book/beginnings', act: 'imports.read', run: beginnings },
  { method: 'GET', path: '/imports/:id/books/:book/chapters/:chapter', act: 'imports.read', run: blocks },
  { method: 'POST', path: '/imports/:id/books/:book/store', act: 'imports.store', run: store },
  {
    method: 'DELETE',
    path: '/imports/:id',
    act: 'imports.delete',
    async run(request) {
      await request.admin.imports.discard(staffOf(request), idOf(request));
      return {};
    },
  },
];

const idOf = ({ params }: AdminRequest): string => params['id'] ?? '';

/** @throws AdminError not_found */
function indexOf({ params }: AdminRequest, name: string): number {
  const text = params[name] ?? '';
  if (!/^\d{1,9}$/.test(text)) throw new AdminError('not_found', `This ${name} does not exist.`);
  return Number(text);
}

/** Hides the text of a book that was stored and then taken down. @throws AdminError gone */
async function checkOffered(request: AdminRequest): Promise<void> {
  const { books } = request.admin.imports.batch(staffOf(request), idOf(request));
  const bookId = books.find(({ index }) => index === indexOf(request, 'book'))?.bookId;
  if (bookId && (await storedTakedown(request.admin.store.catalogue, bookId)))
    throw new AdminError('not_found', 'This book was taken down.');
}

async function create(request: AdminRequest) {
  const id = await request.admin.imports.create(staffOf(request), parseBody(NewImport, request.body));
  return { status: 201, body: { id } satisfies ImportCreated };
}

async function upload(request: AdminRequest) {
  const { body, length } = request;
  if (!(body instanceof Readable)) throw new AdminError('bad_request', 'Send the bytes of the file.');
  await request.admin.imports.upload(staffOf(request), idOf(request), indexOf(request, 'file'), body, length);
  return {};
}

async function read(request: AdminRequest) {
  const input = parseBody(ReadRequest, request.body ?? {});
  await request.admin.imports.read(staffOf(request), idOf(request), input);
  return { status: 202, body: {} };
}

async function blocks(request: AdminRequest) {
  await checkOffered(request);
  const [book, chapter] = [indexOf(request, 'book'), indexOf(request, 'chapter')];
  const blocksOfChapter = await request.admin.imports.blocks(staffOf(request), idOf(request), book, chapter);
  return { body: { blocks: blocksOfChapter } satisfies ChapterBlocks };
}

const ChapterList = v.pipe(
  v.string(),
  v.regex(/^\d{1,9}(?:,\d{1,9})*$/, 'must be numbers separated by commas'),
  v.transform((text) => text.split(',').map(Number)),
  v.maxLength(MAX_BEGINNINGS, `must name at most ${MAX_BEGINNINGS} chapters`),
);

async function beginnings(request: AdminRequest) {
  await checkOffered(request);
  const { chapters } = parseBody(v.object({ chapters: ChapterList }), request.query);
  const book = indexOf(request, 'book');
  const texts = await request.admin.imports.beginnings(staffOf(request), idOf(request), book, chapters);
  return { body: { beginnings: texts } satisfies ChapterBeginnings };
}

async function store(request: AdminRequest) {
  const input = parseBody(StoreRequest, request.body);
  await checkBrands(request, input.brands);
  await request.admin.imports.store(staffOf(request), idOf(request), indexOf(request, 'book'), input);
  return { status: 202, body: {} };
}
