import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Book } from '../entities/book.ts';
import { Author, Banner, CategoryEntry, Genre, Keyword, RankingType, Shelf, Tag } from '../entities/listing.ts';
import { bookListParams, changeable, changeParams, emptyPage, idParam, listParams, paged } from '../paging.ts';

export const recommendIndex3 = defineCall('recommend.index3', {
  method: 'GET',
  required: true,
  purpose: 'Returns the shelves of the home page, each with its first books.',
  pages: ['home', 'section', 'design'],
  params: v.object({}),
  data: v.object({ items: v.array(Shelf) }),
  empty: { items: [] },
});

export const recommendSectionBooks = defineCall('recommend.section_books', {
  method: 'GET',
  purpose: 'Returns all books of a shelf of the home page.',
  fallback: 'shelves of the home page show only their first books',
  pages: ['section'],
  params: bookListParams({ section_id: idParam }),
  data: paged(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});

export const bannerIndex = defineCall('banner.index', {
  method: 'GET',
  required: true,
  purpose: 'Returns the banners of the brand in display order.',
  pages: ['home'],
  params: v.object({}),
  data: v.object({ items: v.array(Banner) }),
  empty: { items: [] },
});

export const bookRankList = defineCall('bookRank.list', {
  method: 'GET',
  required: true,
  purpose: 'Returns the menu of rankings.',
  pages: ['ranking'],
  params: v.object({}),
  data: v.object({ items: v.array(RankingType) }),
  empty: { items: [] },
});

export const bookRankBookList = defineCall('bookRank.book_list', {
  method: 'GET',
  required: true,
  purpose: 'Returns the books of a ranking, best first.',
  pages: ['ranking'],
  params: listParams({ type: v.pipe(v.string(), v.maxLength(60)), id: idParam }),
  data: paged(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});

export const recommendTagGroupList = defineCall('recommend.tag_group_list', {
  method: 'GET',
  required: true,
  purpose: 'Returns the genres, each with its tags.',
  pages: ['genres', 'genre', 'allTags'],
  params: v.object({}),
  data: v.object({ items: v.array(Genre) }),
  empty: { items: [] },
});

export const authorHome = defineCall('author.home', {
  method: 'GET',
  required: true,
  purpose: 'Returns an author with a page of their books.',
  pages: ['author', 'authorFeed'],
  params: listParams({ author_id: idParam }),
  data: v.object({ author: v.nullable(Author), books: paged(Book) }),
  empty: { author: null, books: emptyPage() },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});

export const genreBooks = defineCall('genre.books', {
  method: 'GET',
  purpose: 'Returns the books of a genre.',
  fallback: 'genre pages list the results of search.multi for the name',
  pages: ['genre'],
  params: bookListParams({ genre_id: idParam }),
  data: paged(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});

export const seoBookTags = defineCall('seo.book_tags', {
  method: 'GET',
  required: true,
  purpose: 'Returns all tags by name.',
  pages: ['tags', 'tag', 'allTags'],
  params: v.object(changeParams),
  data: changeable(Tag),
  empty: emptyPage(),
  errors: ['BAD_REQUEST'],
});

export const tagBooks = defineCall('tag.books', {
  method: 'GET',
  purpose: 'Returns the books of a tag.',
  fallback: 'tag pages list the results of search.multi for the name',
  pages: ['tag', 'novel'],
  params: bookListParams({ tag_id: idParam }),
  data: paged(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});

export const seoKeywordsPage = defineCall('seo.keywords.page', {
  method: 'GET',
  required: true,
  purpose: 'Returns all keywords by name.',
  pages: ['keywords', 'keyword', 'search'],
  params: v.object(changeParams),
  data: changeable(Keyword),
  empty: emptyPage(),
  errors: ['BAD_REQUEST'],
});

export const seoKeywordBooks = defineCall('seo.keyword_books', {
  method: 'GET',
  purpose: 'Returns the books of a keyword.',
  fallback: 'keyword pages list the results of search.multi for the name',
  pages: ['keyword'],
  params: bookListParams({ keyword_id: idParam }),
  data: paged(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});

export const categoryList = defineCall('category.list', {
  method: 'GET',
  purpose: 'Returns the categories and their parts by name.',
  fallback: 'the category menu lists categories of books in other lists',
  pages: ['category'],
  params: v.object({}),
  data: v.object({ items: v.array(CategoryEntry) }),
  empty: { items: [] },
});

export const categoryBooks = defineCall('category.books', {
  method: 'GET',
  purpose: 'Returns the books of a category, or of a part of it.',
  fallback: 'category pages list books found in other lists',
  pages: ['category'],
  params: bookListParams({
    name: v.pipe(v.string(), v.maxLength(300)),
    sub_name: v.optional(v.pipe(v.string(), v.maxLength(300))),
  }),
  data: paged(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});

export const letterBooks = defineCall('letter.books', {
  method: 'GET',
  purpose: 'Returns the books whose title begins with a letter. `0` returns titles that begin with none of A to Z.',
  fallback: 'letter pages list books found in other lists',
  pages: ['letter'],
  params: bookListParams({ letter: v.pipe(v.string(), v.regex(/^[A-Z0]$/)) }),
  data: paged(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});
