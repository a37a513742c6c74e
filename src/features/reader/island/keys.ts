import { $readerSettings } from '#src/shell/state/local-storage.ts';
import { $pageSearch } from '../find/state.ts';
import { isPaged } from '../paginated/page-columns.ts';
import { type Step, turnChapter, turnPage } from '../paginated/turn-page.ts';
import { isRightToLeft, isVertical } from '../position/geometry.ts';
import {
  $navigationBar,
  $panel,
  closePanels,
  type Panel,
  toggleNavigationBar,
  togglePanel,
} from '../state/reader-panels.ts';
import { changeReaderSettings, decreaseFont, increaseFont } from '../state/reader-settings.ts';
import { $chapter, stopAutoScroll, toggleAutoScroll } from '../state/reading-state.ts';
import { currentPart } from './articles.ts';
import { toggleFullScreen } from './screen.ts';

/** Keyboard actions. The translation key of each action is `key-` plus its name. */
export type Action =
  | 'next'
  | 'previous'
  | 'page-next'
  | 'page-previous'
  | 'bar'
  | 'toc'
  | 'type'
  | 'larger'
  | 'smaller'
  | 'night'
  | 'pages'
  | 'auto'
  | 'listen'
  | 'marks'
  | 'find'
  | 'full'
  | 'close'
  | 'help';

/** The keys of each action. The list of shortcuts shows the first key. */
export const KEYS: Readonly<Record<Action, readonly string[]>> = {
  'page-next': ['ArrowRight', 'PageDown', ' '],
  'page-previous': ['ArrowLeft', 'PageUp'],
  next: ['n', 'j'],
  previous: ['p', 'k'],
  bar: ['m'],
  toc: ['c'],
  type: ['t'],
  larger: ['+', '='],
  smaller: ['-'],
  night: ['d'],
  pages: ['v'],
  auto: ['a'],
  listen: ['l'],
  marks: ['b'],
  find: ['f'],
  full: ['z'],
  close: ['Escape'],
  help: ['?'],
};

const BY_KEY = new Map(
  Object.entries(KEYS).flatMap(([action, keys]) => keys.map((key) => [key, action as Action] as const)),
);

/** The action of a key. @param letters false if the visitor has turned off single-letter shortcuts */
export function actionOf(key: string, letters: boolean): Action | undefined {
  const action = BY_KEY.get(key);
  return letters || key.length > 1 || key === ' ' ? action : undefined;
}

const panel = (name: Panel) => () => togglePanel(name);

/** Functions of the island that the actions call. */
export interface KeyOwner {
  toggleNight(): void;
}

function actionsOf({ toggleNight }: KeyOwner): Readonly<Record<Action, () => void>> {
  return {
    next: () => chapter(1),
    previous: () => chapter(-1),
    'page-next': () => (isPaged() ? void turnPage(1) : chapter(1)),
    'page-previous': () => (isPaged() ? void turnPage(-1) : chapter(-1)),
    bar: toggleNavigationBar,
    larger: increaseFont,
    smaller: decreaseFont,
    night: toggleNight,
    toc: panel('toc'),
    type: panel('type'),
    listen: panel('listen'),
    marks: panel('marks'),
    find: panel('find'),
    help: panel('keys'),
    pages: () => changeReaderSettings({ flow: isPaged() ? 'scroll' : 'pages' }),
    // With reduced motion, auto-scroll is only started by its button, not by a key.
    auto: () => !matchMedia('(prefers-reduced-motion: reduce)').matches && toggleAutoScroll(),
    full: toggleFullScreen,
    close,
  };
}

/** Opens the next or previous chapter. Does nothing if there is none (docs/product.md, section 4). */
function chapter(step: Step): void {
  const now = $chapter.get();
  const href = step === 1 ? now?.nextHref : now?.previousHref;
  if (href) void turnChapter(step, href);
}

function close(): void {
  stopAutoScroll();
  if ($panel.get() !== null) closePanels();
  else if ($navigationBar.get()) toggleNavigationBar();
}

/** Keys that the browser handles in scrolled mode. */
const SCROLLING = new Set([' ', 'PageDown', 'PageUp']);

export function pressKey(event: KeyboardEvent, owner: KeyOwner): void {
  if (isSearchInput(event)) {
    const search = $pageSearch.get();
    $pageSearch.set({ ...search, word: search.word + event.key });
    event.preventDefault();
    return;
  }
  const action = isHandledElsewhere(event) ? undefined : actionOf(mirroredKey(event.key), $readerSettings.get().keys);
  if (!action || (SCROLLING.has(event.key) && !isPaged())) return;
  event.preventDefault();
  actionsOf(owner)[action]();
}

/**
 * Whether the key is text for the search panel whose field has not been rendered yet. Such text becomes the beginning
 * of the query.
 */
const isSearchInput = (event: KeyboardEvent) =>
  $panel.get() === 'find' &&
  event.key.length === 1 &&
  !isHandledElsewhere(event) &&
  document.querySelector('.find') === null;

const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** The key with left and right swapped, for right-to-left scripts and vertical text. */
export function mirroredKey(key: string): string {
  const part = key in MIRRORED ? currentPart() : null;
  return part && (isRightToLeft(part) || isVertical(part)) ? (MIRRORED[key] ?? key) : key;
}

/**
 * Whether the page handles the key elsewhere: in a modal dialog, a field, a list or a wide table, or because it is
 * Space on a button.
 */
function isHandledElsewhere({ defaultPrevented, key, altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (defaultPrevented || altKey || ctrlKey || metaKey) return true;
  if (!(target instanceof Element)) return false;
  if (key === 'Escape') return document.querySelector('dialog:modal') !== null;
  const handlers = 'input, select, textarea, [role="listbox"], [contenteditable], table, dialog:modal';
  return target.closest(key === ' ' ? `${handlers}, button, a, summary` : handlers) !== null;
}
