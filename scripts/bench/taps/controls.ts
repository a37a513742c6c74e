/** A control that a visitor uses on a page that is at rest, on a first visit. */
export interface Control {
  readonly page: TappedPage;
  readonly what: string;
  /** Selectors of the elements that are tapped before, in order. Their code counts as loaded by the control. */
  readonly before?: readonly string[];
  /** Selector of the control. */
  readonly tap: string;
  /** Text that is typed into the control after the tap. Times then count from the first letter. */
  readonly type?: string;
  /** Selector of the first visible response. By default, the first response is the full one. */
  readonly first?: string;
  /**
   * Selector of what is visible when the response is complete, such as the content of a panel. If the tap leads to
   * another page, the response is complete at the first paint of that page, and there is no first response, because
   * browsers show themselves that a page is loading.
   */
  readonly full: string;
  /** Maximum code in KB and number of its files; only for the controls that have a goal. */
  readonly code?: { readonly kilobytes: number; readonly files: number };
}

/** A page whose list is rendered from data on the device, measured from navigation. */
export interface Visit {
  readonly page: TappedPage;
  /** Selector of an entry of the list. */
  readonly full: string;
}

export const TAPPED_PAGES = [
  'chapter',
  'home',
  'listing',
  'novel',
  'search',
  'history',
  'notebook',
  'account',
] as const;
export type TappedPage = (typeof TAPPED_PAGES)[number];

/** Goal for the code that the first use of the reader and of the visitor's pages loads, including React. */
export const MAX_CODE = { kilobytes: 80, files: 6 } as const;

const TEXT = '.reader-text p';
/** The second chapter, if it is the current one. */
const SECOND_CHAPTER = '[data-current] [data-number="2"]';
const BAR = '.reader-bar';
const BARS_SHOWN = '.reader-controls[data-open="true"] .reader-bar';
const barButton = (place: number) => `${BAR} > button:nth-of-type(${place})`;
const PANEL = 'dialog.reader-panel[open]';
const panelOf = (name: string) => `${PANEL}.reader-${name}`;

const inReader = (control: Omit<Control, 'page'>): Control => ({ page: 'chapter', ...control });
/** A tool in the panel "more". */
const tool = (what: string, place: number, full: string): Control =>
  inReader({
    what,
    before: [TEXT, barButton(3)],
    tap: `.reader-tools li:nth-of-type(${place}) button`,
    first: PANEL,
    full,
  });
const setting = (what: string, tap: string, full: string): Control =>
  inReader({ what, before: [TEXT, barButton(2)], tap, full });

const READER: readonly Control[] = [
  inReader({ what: 'show the bars', tap: TEXT, full: BARS_SHOWN, code: MAX_CODE }),
  inReader({ what: 'night mode', before: [TEXT], tap: barButton(1), full: ':root[data-mode="night"]', code: MAX_CODE }),
  inReader({
    what: 'panel "text"',
    before: [TEXT],
    tap: barButton(2),
    first: PANEL,
    full: `${panelOf('type')} .reader-stepper button`,
    code: MAX_CODE,
  }),
  setting('font size', `${PANEL} .reader-stepper button:last-of-type`, ':root[data-size="17"]'),
  setting('paper', `${PANEL} [data-swatch="3"] input`, ':root[data-paper="3"]'),
  setting('typeface', `${PANEL} .reader-choice-face label:nth-of-type(2)`, ':root[data-face="sans"]'),
  inReader({
    what: 'panel "contents"',
    before: [TEXT],
    tap: `${BAR} > a[aria-haspopup]`,
    first: PANEL,
    full: `${panelOf('toc')} a[href*="/book-reader/"]`,
  }),
  inReader({
    what: 'panel "more"',
    before: [TEXT],
    tap: barButton(3),
    first: PANEL,
    full: `${panelOf('more')} .reader-tools button`,
  }),
  tool('panel "listen"', 1, `${panelOf('listen')} button:not(.tool)`),
  tool('panel "marks"', 2, `${panelOf('marks')} .reader-panel-body > :not(.reader-wait)`),
  tool('panel "find"', 3, `${panelOf('find')} input`),
  inReader({
    what: 'next chapter (bar)',
    before: [TEXT],
    tap: `${BAR} > a.reader-step:last-child`,
    full: SECOND_CHAPTER,
  }),
  inReader({ what: 'next chapter (link)', tap: '.reader-turn a[rel="next"]', full: SECOND_CHAPTER }),
];

const OTHERS: readonly Control[] = [
  { page: 'home', what: 'colour mode', tap: '[data-mode-toggle]', full: ':root[data-mode="night"]' },
  { page: 'home', what: 'search', tap: '.site-search-link', full: 'h1' },
  { page: 'home', what: 'history', tap: '.bar-history', full: 'h1' },
  { page: 'home', what: 'a book', tap: 'main a[href*="/novel/"]', full: 'h1' },
  { page: 'listing', what: 'filters', tap: '.filters summary', full: '.filters details[open] .filter-groups a' },
  { page: 'listing', what: 'a book', tap: 'main .item a[href*="/novel/"]', full: 'h1' },
  { page: 'listing', what: 'next page', tap: '.pager a[rel="next"]', full: 'h1' },
  { page: 'novel', what: 'keep on the shelf', tap: '.shelf-button', full: '.shelf-button[data-kept="true"]' },
  { page: 'novel', what: 'panel "download"', tap: '.keep-button', full: '.keep-panel .button' },
  { page: 'novel', what: 'panel "share"', tap: '.share-button', full: '.share-panel button' },
  {
    page: 'novel',
    what: 'hide a tag',
    before: ['.hide-tags summary'],
    tap: '.hide-tags .chip',
    full: '.hide-tags .chip[aria-pressed="true"]',
  },
  { page: 'novel', what: 'read', tap: '.novel-read', full: TEXT },
  {
    page: 'search',
    what: 'suggestions',
    tap: 'main input[name="q"]',
    type: 'th',
    full: 'main .search-list [role="option"]',
  },
  {
    page: 'history',
    what: 'remove a book',
    tap: '.history li button[aria-label]',
    full: '.undo',
    code: MAX_CODE,
  },
  {
    page: 'history',
    what: 'tab "shelf"',
    tap: '.book-tabs a:nth-of-type(2)',
    full: '.book-tabs a:nth-of-type(2)[aria-current]',
  },
  { page: 'notebook', what: 'a notebook', tap: '.history li a', full: '.notebook .note' },
];

export const CONTROLS: readonly Control[] = [...READER, ...OTHERS];

export const VISITS: readonly Visit[] = [
  { page: 'history', full: '.history li a' },
  { page: 'notebook', full: '.history li a' },
  { page: 'account', full: '.profile:not(.profile-waiting)' },
];
