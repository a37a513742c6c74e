/** Which pages show a change, of a site with pages of every kind. */
type Renders = 'all' | 'some' | 'none';

/** A change of the site's code, small enough that its pages can still be made and published. */
export interface CodeChange {
  /** What is changed, in words. */
  readonly title: string;
  /** Source file from the project's root; one that is new where `edit` is given no text. */
  readonly file: string;
  readonly renders: Renders;
  edit(text: string): string;
}

const element = (file: string, renders: Renders = 'some'): CodeChange => ({
  title: `markup of ${file}`,
  file: `src/${file}.astro`,
  renders,
  edit: (text) => text.replace(/(<\/Site>)?\s*$/, (end) => `\n<i data-code-change hidden></i>\n${end}\n`),
});

const style = (name: string, renders: Renders): CodeChange => ({
  title: `styles of ${name}`,
  file: `src/styles/${name}.css`,
  renders,
  edit: (text) => `${text}\n.code-change {\n  order: 1;\n}\n`,
});

/** Every text of an area gets a sign behind it. */
const texts = (locale: string, area: string, renders: Renders): CodeChange => ({
  title: `${area} texts in ${locale}`,
  file: `src/i18n/locales/${locale}/${area}.json`,
  renders,
  edit: (text) => JSON.stringify(JSON.parse(text, (_, value) => (typeof value === 'string' ? `${value} ·` : value))),
});

/** A statement that no bundler leaves out. */
const script = (file: string, renders: Renders): CodeChange => ({
  title: `script ${file}`,
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
      throw new Error(`"${find}" stands not exactly once in ${file}. Name another piece of code in code-changes.ts.`);
    return text.replace(find, () => replace);
  },
});

/** One of each kind: parts of every page, of some and of none; what is in the HTML, beside it, and in models of pages. */
export const CODE_CHANGES: readonly CodeChange[] = [
  element('components/book/BookItem'),
  texts('en', 'listing', 'all'),
  script('islands/reader/use-reader.ts', 'some'),
  style('list', 'some'),
  script('islands/search/SearchBox.tsx', 'none'),
  code('heading of a list', 'all', 'src/seo/headings.ts', '{ name, type }', '{ name: name.toUpperCase(), type }'),
  element('components/book/Cover'),
  style('novel', 'some'),
  texts('en', 'common', 'all'),
  code('books named in a description', 'all', 'src/seo/head-parts.ts', 'NAMED_BOOKS = 3', 'NAMED_BOOKS = 2'),
  element('components/book/Rating'),
  style('banner', 'some'),
  texts('en', 'seo', 'all'),
  script('stores/session.ts', 'all'),
  code(
    'length of descriptions',
    'all',
    'src/seo/build-head.ts',
    'DESCRIPTION_LENGTH = 160',
    'DESCRIPTION_LENGTH = 120',
  ),
  element('components/book/Shelf'),
  style('base', 'all'),
  texts('en', 'novel', 'some'),
  script('browser/deferred/covers.ts', 'all'),
  code('form of ratings', 'all', 'src/i18n/formats.ts', 'maximumFractionDigits: 1', 'maximumFractionDigits: 2'),
  element('components/frame/Header'),
  style('deferred', 'all'),
  texts('en', 'reader', 'some'),
  script('browser/inline/color-mode.js', 'all'),
  code('tags of a card', 'all', 'src/view-models/book-card.ts', 'CARD_TAGS = 3', 'CARD_TAGS = 0'),
  element('components/frame/Footer'),
  style('reader', 'some'),
  texts('en', 'errors', 'some'),
  script('browser/inline/carousel.ts', 'some'),
  code('linked pages of a list', 'some', 'src/view-models/pagination.ts', '[1, page - 1, page,', '[page - 1, page,'),
  element('components/frame/BottomBar'),
  style('bundles/lists', 'some'),
  texts('es', 'listing', 'all'),
  script('browser/service-worker/index.ts', 'none'),
  code('books of a page', 'some', 'src/view-models/pagination.ts', 'LIST_PAGE_SIZE = 20', 'LIST_PAGE_SIZE = 18'),
  element('components/frame/Notices', 'all'),
  style('tokens', 'all'),
  texts('en', 'account', 'some'),
  script('browser/directives/shown.ts', 'all'),
  code('books of a shelf', 'some', 'src/components/book/shelf-shapes.ts', 'most: 12', 'most: 10'),
  element('components/listing/PagedList'),
  texts('en', 'search', 'none'),
  script('middleware.ts', 'all'),
  element('components/listing/IndexPage'),
  element('components/home/Banners'),
  element('components/novel/ChapterList'),
  element('components/ui/Pagination'),
  element('components/ui/Breadcrumb'),
  element('components/ui/LetterBar'),
  element('components/reader/ReaderTurn'),
  element('components/visitor/LegalText'),
  code('lists by tag', 'some', 'src/pages/tags/[...rest].astro', 'model={model}', 'model={{ ...model, menu: [] }}'),
  { title: 'a file of its own', file: 'public/code-change.txt', renders: 'none', edit: () => 'Changed.\n' },
  { title: 'packages', file: 'package-lock.json', renders: 'all', edit: (text) => `${text}\n` },
];
