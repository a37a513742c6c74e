/** How many pages of a complete site a change affects. */
type Renders = 'all' | 'some' | 'none';

/** A change to the site's code after which pages can still be rendered and published. */
export interface CodeChange {
  /** Description of the change. */
  readonly title: string;
  /** Source file, relative to the project's root. The change creates it if it does not exist. */
  readonly file: string;
  readonly renders: Renders;
  edit(text: string): string;
}

const element = (file: string, renders: Renders = 'some'): CodeChange => ({
  title: `the markup of ${file}`,
  file: `src/${file}.astro`,
  renders,
  edit: (text) => text.replace(/(<\/Site>)?\s*$/, (end) => `\n<i data-code-change hidden></i>\n${end}\n`),
});

const style = (name: string, renders: Renders): CodeChange => ({
  title: `the styles of ${name}`,
  file: `src/${name}.css`,
  renders,
  edit: (text) => `${text}\n.code-change {\n  order: 1;\n}\n`,
});

/** Returns a change that appends a character to every text in an area. */
const texts = (locale: string, area: string, renders: Renders): CodeChange => ({
  title: `the texts "${area}" in ${locale}`,
  file: `src/i18n/locales/${locale}/${area}.json`,
  renders,
  edit: (text) => JSON.stringify(JSON.parse(text, (_, value) => (typeof value === 'string' ? `${value} ·` : value))),
});

/** Returns a change that adds a statement which no bundler removes. */
const script = (file: string, renders: Renders): CodeChange => ({
  title: `the script ${file}`,
  file: `src/${file}`,
  renders,
  edit: (text) => `${text}\nObject.assign(globalThis, { codeChange: true });\n`,
});

const code = (title: string, renders: Renders, file: string, find: string, replace: string): CodeChange => ({
  title,
  file,
  renders,
  edit(text) {
    if (text.split(find).length !== 2)
      throw new Error(`"${find}" must occur exactly once in ${file}. Use other code in code-changes.ts.`);
    return text.replace(find, () => replace);
  },
});

/** Changes that affect all, some or no pages, in their HTML, their files or their models. */
export const CODE_CHANGES: readonly CodeChange[] = [
  element('shell/books/BookItem'),
  texts('en', 'listing', 'all'),
  script('features/reader/island/use-reader.ts', 'some'),
  style('features/listing/list', 'some'),
  script('features/search/island/SearchBox.tsx', 'none'),
  code(
    'the headings of lists',
    'all',
    'src/shell/head/headings.ts',
    '{ name, type }',
    '{ name: name.toUpperCase(), type }',
  ),
  element('shell/books/Cover'),
  style('features/book/novel', 'some'),
  texts('en', 'common', 'all'),
  code(
    'the number of books named in descriptions',
    'all',
    'src/shell/head/head-parts.ts',
    'NAMED_BOOKS = 3',
    'NAMED_BOOKS = 2',
  ),
  element('shell/books/Rating'),
  style('features/home/banner', 'some'),
  texts('en', 'seo', 'all'),
  script('shell/state/session.ts', 'all'),
  code(
    'the maximum length of descriptions',
    'all',
    'src/shell/head/build-head.ts',
    'MAX_DESCRIPTION_CHARACTERS = 160',
    'MAX_DESCRIPTION_CHARACTERS = 120',
  ),
  element('shell/books/Shelf'),
  style('shell/styles/base', 'all'),
  texts('en', 'novel', 'some'),
  script('shell/deferred/covers.ts', 'all'),
  code('the format of ratings', 'all', 'src/i18n/formats.ts', 'maximumFractionDigits: 1', 'maximumFractionDigits: 2'),
  element('shell/frame/Header'),
  style('shell/styles/deferred', 'all'),
  texts('en', 'reader', 'some'),
  script('shell/layout/color-mode.inline.ts', 'all'),
  code('the number of tags on a card', 'all', 'src/shell/page/book-card.ts', 'CARD_TAGS = 3', 'CARD_TAGS = 0'),
  element('shell/frame/Footer'),
  style('features/reader/reader', 'some'),
  texts('en', 'errors', 'some'),
  script('features/home/carousel.inline.ts', 'some'),
  code('the page links of lists', 'some', 'src/shell/page/pagination.ts', '[1, page - 1, page,', '[page - 1, page,'),
  element('shell/frame/BottomBar'),
  style('features/listing/page', 'some'),
  texts('es', 'listing', 'all'),
  script('shell/service-worker/index.ts', 'none'),
  code(
    'the number of books per page',
    'some',
    'src/shell/page/pagination.ts',
    'LIST_PAGE_SIZE = 20',
    'LIST_PAGE_SIZE = 18',
  ),
  element('shell/frame/Notices', 'all'),
  style('shell/styles/tokens', 'all'),
  texts('en', 'account', 'some'),
  script('shell/directives/shown.ts', 'all'),
  code('the number of books per shelf', 'some', 'src/shell/books/shelf-shapes.ts', 'maxBooks: 12', 'maxBooks: 10'),
  element('shell/books/PagedList'),
  texts('en', 'search', 'none'),
  script('middleware.ts', 'all'),
  element('features/listing/IndexPage'),
  element('features/home/Banners'),
  element('features/book/ChapterList'),
  element('shell/ui/Pagination'),
  element('shell/ui/Breadcrumb'),
  element('shell/ui/LetterBar'),
  element('features/reader/ReaderTurn'),
  element('features/account/LegalText'),
  code(
    'the lists of books with a tag',
    'some',
    'src/pages/tags/[...rest].astro',
    'model={model}',
    'model={{ ...model, menu: [] }}',
  ),
  { title: 'the public files', file: 'public/code-change.txt', renders: 'none', edit: () => 'Changed.\n' },
  { title: 'the lockfile', file: 'package-lock.json', renders: 'all', edit: (text) => `${text}\n` },
];
