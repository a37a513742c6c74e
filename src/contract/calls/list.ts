import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Book } from '../entities/book.ts';
import { Author, Banner, CategoryEntry, Genre, Keyword, RankingType, Shelf, Tag } from '../entities/listing.ts';
import { bookListParams, changeable, changeParams, emptyPage, idParam, listParams, paged } from '../paging.ts';

export const recommendIndex3 = defineCall('recommend.index3', {
  method: 'GET',
  required: true,
  purpose: 'The shelves of the home page, each with its first books.',
  pages: ['home', 'section', 'design'],
  params: v.object({}),
  data: v.object({ items: v.array(Shelf) }),
  empty: { items: [] },
});

export const recommendSectionBooks = defineCall('recommend.section_books', {
  method: 'GET',
  purpose: 'The full list behind a shelf of the home page.',
  fallback: 'a shelf of the home page has no page of its own beyond its first books',
  pages: ['section'],
  params: bookListParams({ section_id: idParam }),
  data: paged(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});

export const bannerIndex = defineCall('banner.index', {
  method: 'GET',
  required: true,
  purpose: 'The banners of the brand, in the order they are shown.',
  pages: ['home'],
  params: v.object({}),
  data: v.object({ items: v.array(Banner) }),
  empty: { items: [] },
});

export const bookRankList = defineCall('bookRank.list', {
  method: 'GET',
  required: true,
  purpose: 'The ranking menu.',
  pages: ['ranking'],
  params: v.object({}),
  data: v.object({ items: v.array(RankingType) }),
  empty: { items: [] },
});

export const bookRankBookList = defineCall('bookRank.book_list', {
  method: 'GET',
  required: true,
  purpose: 'The books of a ranking, best first.',
  pages: ['ranking'],
  params: listParams({ type: v.pipe(v.string(), v.maxLength(60)), id: idParam }),
  data: paged(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});

export const recommendTagGroupList = defineCall('recommend.tag_group_list', {
  method: 'GET',
  required: true,
  purpose: 'The genres, each with its tags.',
  pages: ['genres', 'genre', 'allTags'],
  params: v.object({}),
  data: v.object({ items: v.array(Genre) }),
  empty: { items: [] },
});

export const authorHome = defineCall('author.home', {
  method: 'GET',
  required: true,
  purpose: 'An author with a page of the books.',
  pages: ['author', 'authorFeed'],
  params: listParams({ author_id: idParam }),
  data: v.object({ author: v.nullable(Author), books: paged(Book) }),
  empty: { author: null, books: emptyPage() },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});

export const genreBooks = defineCall('genre.books', {
  method: 'GET',
  purpose: 'The books of a genre.',
  fallback: 'genre pages list what search.multi gives for the name',
  pages: ['genre'],
  params: bookListParams({ genre_id: idParam }),
  data: paged(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});

export const seoBookTags = defineCall('seo.book_tags', {
  method: 'GET',
  required: true,
  purpose: 'All tags, by name.',
  pages: ['tags', 'tag', 'allTags'],
  params: v.object(changeParams),
  data: changeable(Tag),
  empty: emptyPage(),
  errors: ['BAD_REQUEST'],
});

export const tagBooks = defineCall('tag.books', {
  method: 'GET',
  purpose: 'The books of a tag.',
  fallback: 'tag pages list what search.multi gives for the name',
  pages: ['tag', 'novel'],
  params: bookListParams({ tag_id: idParam }),
  data: paged(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});

export const seoKeywordsPage = defineCall('seo.keywords.page', {
  method: 'GET',
  required: true,
  purpose: 'All keywords, by name.',
  pages: ['keywords', 'keyword', 'search'],
  params: v.object(changeParams),
  data: changeable(Keyword),
  empty: emptyPage(),
  errors: ['BAD_REQUEST'],
});

export const seoKeywordBooks = defineCall('seo.keyword_books', {
  method: 'GET',
  purpose: 'The books of a keyword.',
  fallback: 'keyword pages list what search.multi gives for the name',
  pages: ['keyword'],
  params: bookListParams({ keyword_id: idParam }),
  data: paged(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});

export const categoryList = defineCall('category.list', {
  method: 'GET',
  purpose: 'The categories and their parts, by name.',
  fallback: 'the category menu is made of the books seen in other lists',
  pages: ['category'],
  params: v.object({}),
  data: v.object({ items: v.array(CategoryEntry) }),
  empty: { items: [] },
});

export const categoryBooks = defineCall('category.books', {
  method: 'GET',
  purpose: 'The books of a category or of one part of it.',
  fallback: 'category pages list the books seen in other lists',
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
  purpose: 'The books whose title begins with a letter; `0` holds those that begin with none of A to Z.',
  fallback: 'pages by letter list the books seen in other lists',
  pages: ['letter'],
  params: bookListParams({ letter: v.pipe(v.string(), v.regex(/^[A-Z0]$/)) }),
  data: paged(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});
