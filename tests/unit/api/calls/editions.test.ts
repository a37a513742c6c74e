import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedEditions } from '#src/api/index.ts';
import { book, chapter, ids, type OpenApi, openApi, titles } from '../../../integration/api/fixture.ts';

const WORK = { work: 'lighthouse' };
const BOOKS = [
  book('en', { ...WORK, title: 'The Lighthouse', language: 'en' }),
  book('es', {
    ...WORK,
    section: 9,
    language: 'es',
    title: 'El faro',
    alternativeTitles: ['La torre de luz', 'Farolero'],
    originalTitle: 'The Lighthouse',
    originalAuthor: 'Adelaide Marsh',
    originalLanguage: 'en',
    chapters: [chapter('Prólogo', { kind: 'section' }), chapter('Uno'), chapter('Dos')],
  }),
  book('cn', {
    ...WORK,
    section: 1,
    language: 'zh',
    title: '灯塔',
    status: 'updating',
    originalTitle: 'The Lighthouse',
    chapters: [chapter('一')],
  }),
  book('vn', { ...WORK, section: 15, language: 'vi', title: 'Ngọn hải đăng', brands: ['freenovel'] }),
  book('de', { ...WORK, section: 27, language: 'de', title: 'Der Leuchtturm', publication: 'draft' }),
  book('other', { work: 'another', section: 9, title: 'Otro' }),
  book('none', { section: 9, title: 'Ninguno' }),
  book('nothing', { section: 1, title: '没有' }),
];

let api: OpenApi;
const idOf: Record<string, number> = {};
beforeAll(async () => {
  api = await openApi(async (writer) => {
    for (const one of BOOKS) idOf[one.key] = (await writer.putBook(one)).id;
  });
});
afterAll(() => api.close());

const editions = async (key: string, section: number, more: Record<string, number> = {}, prefix = '/public') =>
  (await api.get(`${prefix}/v1/book.editions`, { book_id: idOf[key] ?? 0, section, ...more })).body.data.items;
const chapters = async (key: string, section: number): Promise<{ id: number; title: string }[]> =>
  (await api.get('book.chapters', { book_id: idOf[key] ?? 0, section })).body.data.items;
const bookOf = async (key: string, section: number) =>
  (await api.get('book.show', { book_id: idOf[key] ?? 0, section })).body.data.book;

const found = async (keyword: string, section: number) =>
  ids((await api.post('search.multi', { keyword, section })).body.data.books.items);

describe('book.editions', () => {
  it('returns the other published editions that the brand offers, in all sections, by id', async () => {
    expect(titles(await editions('en', 7))).toEqual(['El faro', '灯塔']);
    expect(titles(await editions('en', 7, {}, '/freenovel_api'))).toEqual(['El faro', '灯塔', 'Ngọn hải đăng']);
    expect((await editions('en', 7, {}, '/freenovel_api'))[2]).toEqual({
      id: idOf['vn'],
      title: 'Ngọn hải đăng',
      category: { name: 'Fantasy', sub_name: null },
      language: 'vi',
      section: 15,
      brands: ['freenovel'],
      chapter_id: null,
    });
    expect(titles(await editions('es', 9))).toEqual(['The Lighthouse', '灯塔']);
  });

  it('returns nothing for a book without a work, or whose work has no other edition', async () => {
    expect(await editions('none', 9)).toEqual([]);
    expect(await editions('other', 9)).toEqual([]);
  });

  it('returns the corresponding chapter of each edition, and null where there is none', async () => {
    const [one, two] = await chapters('en', 7);
    const [preface, uno, dos] = await chapters('es', 9);
    const [first] = await chapters('cn', 1);
    const idsAt = async (key: string, section: number, chapterId: number | undefined) =>
      (await editions(key, section, { chapter_id: chapterId ?? 0 })).map(
        (edition: { chapter_id: number | null }) => edition.chapter_id,
      );
    expect(await idsAt('en', 7, one?.id)).toEqual([uno?.id, first?.id]);
    expect(await idsAt('en', 7, two?.id)).toEqual([dos?.id, null]);
    expect(await idsAt('es', 9, dos?.id)).toEqual([two?.id, null]);
    expect(await idsAt('es', 9, preface?.id)).toEqual([null, null]);
  });

  it('answers 404 for a book of another section, and 400 for an invalid chapter', async () => {
    expect((await api.get('book.editions', { book_id: idOf['es'] ?? 0, section: 7 })).status).toBe(404);
    expect((await api.get('book.editions', { book_id: 1, chapter_id: 'x' as never })).status).toBe(400);
  });
});

describe('the fields of an edition', () => {
  it('are in book.show, and omitted if the book does not have them', async () => {
    expect(await bookOf('es', 9)).toMatchObject({
      work: 'lighthouse',
      alternative_titles: ['La torre de luz', 'Farolero'],
      original: { title: 'The Lighthouse', author: 'Adelaide Marsh', language: 'en' },
    });
    expect((await bookOf('cn', 1)).original).toEqual({ title: 'The Lighthouse', author: null, language: null });
    const plain = await bookOf('none', 9);
    for (const field of ['work', 'alternative_titles', 'original']) expect(plain).not.toHaveProperty(field);
  });

  it.each([
    ['an alternative title', 9, 'torre de luz', 'es'],
    ['the original title', 9, 'lighthouse', 'es'],
    ['the original author', 9, 'adelaide', 'es'],
    ['the original title in another script', 1, 'Lighthouse', 'cn'],
  ])('are searched: %s', async (_name, section, keyword, key) => {
    expect(await found(keyword, section)).toEqual([idOf[key]]);
  });

  it('remain if a new version of the file is imported, which does not have them', async () => {
    const { work: _w, alternativeTitles: _a, originalTitle: _t, ...file } = BOOKS[1] ?? book('es');
    await api.write((writer) => writer.putBook({ ...file, fingerprint: 'new version', introduction: 'New.' }));
    expect(await bookOf('es', 9)).toMatchObject({
      introduction: 'New.',
      work: 'lighthouse',
      alternative_titles: ['La torre de luz', 'Farolero'],
    });
    expect(await found('farolero', 9)).toEqual([idOf['es']]);
  });

  it('can be changed and removed, which also changes what a search finds', async () => {
    await api.write((writer) =>
      writer.editBook('cn', { work: null, originalTitle: null, alternativeTitles: ['海塔'] }),
    );
    const changed = await bookOf('cn', 1);
    expect(changed).toMatchObject({ alternative_titles: ['海塔'] });
    expect(changed).not.toHaveProperty('work');
    expect(changed).not.toHaveProperty('original');
    expect([await found('海塔', 1), await found('lighthouse', 1)]).toEqual([[idOf['cn']], []]);
    expect(titles(await editions('en', 7))).toEqual(['El faro']);
  });
});

describe('storedEditions', () => {
  it('returns the editions of the work, hidden ones too, and suggests books with the same original author and title', async () => {
    const added = await api.write(async (writer) => [
      await writer.putBook(
        book('fr', { section: 25, language: 'fr', title: 'Le phare', originalTitle: 'THE LIGHTHOUSE' }),
      ),
      await writer.putBook(
        book('pt', {
          section: 13,
          language: 'pt',
          title: 'O farol',
          originalTitle: 'The Lighthouse',
          originalAuthor: 'Bo',
        }),
      ),
    ]);
    const { editions: existing, suggested } = await storedEditions(api.store.catalogue, idOf['en'] ?? 0);
    expect(ids(existing)).toEqual([idOf['es'], idOf['vn'], idOf['de']]);
    expect(suggested).toEqual([
      {
        id: added[0]?.id,
        section: 25,
        language: 'fr',
        title: 'Le phare',
        author: 'Ada Marsh',
        state: 'published',
        work: null,
      },
    ]);
    expect(ids((await storedEditions(api.store.catalogue, added[0]?.id ?? 0)).suggested)).toEqual([idOf['en']]);
  });
});
