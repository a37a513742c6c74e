import { expect, type Page, test } from '@playwright/test';
import type { Mark } from '#src/contract/entities/marks.ts';
import { createPaths } from '#src/routes/paths.ts';
import * as keys from '#src/shell/state/storage-keys.ts';
import { UNSAVED_BY_KEY } from '#src/shell/state/unsaved.ts';
import type { UnsavedPart } from '#src/shell/state/unsaved-parts.ts';
import common from '../../src/i18n/locales/en/common.json' with { type: 'json' };
import { UNREPORTED } from '../helpers/unreported-keys.ts';
import { SLOW } from '../slow-tests.ts';
import { PASSWORD, storedAccount } from './account.ts';
import { awoken, rest } from './at-rest.ts';
import { demoBook, rewrite } from './demo-book.ts';
import { headlessShell } from './launch-options.ts';
import { ready } from './reader.ts';
import { siteOf } from './site.ts';
import { putVoices } from './speech.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36';
test.use({
  viewport: { width: 390, height: 844 },
  launchOptions: headlessShell('--host-resolver-rules=MAP *.example 127.0.0.1'),
});

const TITLE = 'Nineteen Islands by Thursday';
const site = siteOf('local');
const paths = createPaths('en');

const undo: (() => void)[] = [];
test.afterEach(() => {
  for (const restore of undo.splice(0)) restore();
});

/**
 * Values that an earlier visit has stored: a book in the history and on the shelf, a list, a hidden tag and a
 * highlight.
 */
async function earlierVisit(): Promise<Readonly<Record<string, unknown>>> {
  const { book, chapters } = await demoBook(TITLE);
  const reference = { id: book.id, title: book.title, category: book.category };
  const [tag] = book.tags;
  const [first] = chapters;
  if (!tag || !first) throw new Error(`${TITLE} has no tag or no chapter.`);
  const chapter = { id: first.id, number: 1, title: first.title };
  const time = '2026-04-01T12:00:00.000Z';
  const hash = '0123abcd';
  const mark: Mark = {
    id: 'mark-00001',
    kind: 'highlight',
    book: reference,
    chapter,
    start: { block: 0, offset: 0, hash },
    end: { block: 0, offset: 4, hash },
    text: 'A marked passage',
    note: '',
    colour: 'yellow',
    created_at: time,
    updated_at: time,
  };
  return {
    [keys.HISTORY]: [{ book: reference, cover: null, chapter, read_at: time }],
    [keys.SHELF]: [{ book: reference, cover: null, added_at: time }],
    [keys.LISTS]: [{ id: 'list-0001', name: 'Sea stories', at: 1 }],
    [keys.HIDDEN_TAGS]: [{ id: tag.id, name: tag.name, at: 1 }],
    [keys.MARKS]: [mark],
  };
}

/**
 * Stores values, then makes the browser refuse to store anything else, as if its storage were full, and records the
 * refused keys.
 */
async function refuseStorage(page: Page, values: Readonly<Record<string, unknown>>): Promise<void> {
  await page.addInitScript((stored) => {
    const { setItem } = Storage.prototype;
    for (const [key, value] of Object.entries(stored)) setItem.call(localStorage, key, JSON.stringify(value));
    const refused: string[] = [];
    Object.assign(window, { refused });
    Storage.prototype.setItem = (key: string) => {
      refused.push(key);
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  }, values);
}

const go = (path: string) => async (page: Page) => {
  await page.goto(site + path);
  await awoken(page);
};
const openNovel = async (page: Page) => go(paths.novel((await demoBook(TITLE)).book))(page);
const openChapter = async (page: Page) => {
  await page.goto((await demoBook(TITLE)).addressOf(1));
  await ready(page);
};
const openHistory = (tab: string) => go(`${paths.history()}#${tab}`);
const openNotebook = async (page: Page) => go(paths.notebook((await demoBook(TITLE)).book.id))(page);
const press = (key: string) => (page: Page) => page.keyboard.press(key);
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const panel = (key: string, label: string) => async (page: Page) => {
  await page.keyboard.press(key);
  await page.getByLabel(label).first().check({ force: true });
};

async function selectPassage(page: Page): Promise<void> {
  await rest(page);
  await page.evaluate(() => {
    const line = document.querySelectorAll('[data-current] .reader-text > p')[1];
    if (!line) throw new Error('The chapter has no second paragraph.');
    line.scrollIntoView({ block: 'center' });
    getSelection()?.selectAllChildren(line);
  });
  await expect(page.getByRole('toolbar')).toBeVisible();
}

interface Action {
  readonly what: string;
  /** The keys that the action tries to store; each must be refused. */
  readonly stores: readonly string[];
  readonly open: (page: Page) => Promise<void>;
  readonly act: (page: Page) => Promise<unknown>;
}

/** Every action of a visitor that stores something in the browser. */
const ACTIONS: readonly Action[] = [
  { what: 'removing a book from the shelf', stores: [keys.SHELF], open: openNovel, act: button(/shelf/i) },
  {
    what: 'removing a book from the shelf in the library',
    stores: [keys.SHELF],
    open: openHistory('shelf'),
    act: button(`Remove ${TITLE}`),
  },
  {
    what: 'removing a book from the history',
    stores: [keys.HISTORY, keys.HISTORY_REMOVALS],
    open: openHistory('history'),
    act: button(`Remove ${TITLE}`),
  },
  {
    what: 'creating a reading list',
    stores: [keys.LISTS],
    open: openHistory('shelf'),
    act: async (page) => {
      await button('New list')(page);
      await page.getByLabel('List name').fill('Deep sea');
      await page.locator('.list-form [type=submit]').click();
    },
  },
  {
    what: 'renaming a reading list',
    stores: [keys.LISTS],
    open: openHistory('shelf'),
    act: async (page) => {
      await button('Sea stories')(page);
      await button('Rename')(page);
      await page.getByLabel('List name').fill('Deep sea');
      await page.locator('.list-form [type=submit]').click();
    },
  },
  {
    what: 'deleting a reading list',
    stores: [keys.LISTS],
    open: openHistory('shelf'),
    act: async (page) => {
      await button('Sea stories')(page);
      await button('Delete list')(page);
    },
  },
  {
    what: 'putting a book into a reading list and removing it again',
    stores: [keys.LIST_ENTRIES],
    open: openHistory('shelf'),
    act: async (page) => {
      await button(`Lists for ${TITLE}`)(page);
      await page.getByRole('dialog').getByLabel('Read later').check();
      await page.getByRole('dialog').getByLabel('Read later').uncheck();
    },
  },
  {
    what: 'showing a hidden tag again',
    stores: [keys.HIDDEN_TAGS],
    open: openHistory('manage'),
    act: button(/^Show again/),
  },
  {
    what: 'importing a library',
    stores: [keys.SHELF, keys.LISTS],
    open: openHistory('manage'),
    act: async (page) => {
      const cover = null;
      const book = { id: 1, title: 'A book', category: { name: 'x', sub_name: null } };
      const items = [
        { kind: 'shelf', id: '1', value: { book, cover, added_at: '2026-04-01T12:00:00.000Z' }, at: 5 },
        { kind: 'list', id: 'list-0002', value: { name: 'Imported' }, at: 5 },
      ];
      const buffer = Buffer.from(JSON.stringify({ lectern: 1, items }));
      await page.getByLabel('Import a file').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer });
    },
  },
  {
    what: 'highlighting a passage',
    stores: [keys.MARKS],
    open: openChapter,
    act: async (page) => {
      await selectPassage(page);
      await button('Highlight: Green')(page);
    },
  },
  {
    what: 'setting a bookmark',
    stores: [keys.MARKS],
    open: openChapter,
    act: async (page) => {
      await page.keyboard.press('b');
      await button('Bookmark this place')(page);
    },
  },
  {
    what: 'editing a note in the reader',
    stores: [keys.MARKS],
    open: openChapter,
    act: async (page) => {
      await page.keyboard.press('b');
      await page.locator('.marks').getByRole('button', { name: 'Edit' }).first().click();
      await page.getByRole('dialog').getByLabel('Note').fill('Written in the reader');
      await button('Save')(page);
    },
  },
  {
    what: 'deleting a mark in the reader',
    stores: [keys.MARKS],
    open: openChapter,
    act: async (page) => {
      await page.keyboard.press('b');
      await page.locator('.marks').getByRole('button', { name: 'Delete' }).first().click();
    },
  },
  {
    what: 'editing a note in the notebook',
    stores: [keys.MARKS],
    open: openNotebook,
    act: async (page) => {
      await page.locator('.note').getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: 'Note' }).fill('Written in the notebook');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
    },
  },
  {
    what: 'deleting a mark in the notebook',
    stores: [keys.MARKS],
    open: openNotebook,
    act: (page) => page.locator('.note').getByRole('button', { name: 'Delete' }).click(),
  },
  { what: 'choosing a font size', stores: [keys.FONT_SIZE_PX], open: openChapter, act: press('+') },
  { what: 'choosing a paper', stores: [keys.PAPER], open: openChapter, act: panel('t', 'Rose background') },
  { what: 'choosing night mode', stores: [keys.NIGHT], open: openChapter, act: press('d') },
  { what: 'choosing paginated mode', stores: [keys.READER_SETTINGS], open: openChapter, act: press('v') },
  {
    what: 'choosing vertical text',
    stores: [keys.VERTICAL],
    open: async (page) => {
      const { book, chapters, addressOf } = await demoBook(TITLE);
      undo.push(
        rewrite(book.id, chapters[2]?.id ?? 0, `<p>${'那一年年底，老灯塔第一次熄灭了。'.repeat(20)}</p>`, 'zh-CN'),
      );
      await page.goto(addressOf(2));
      await ready(page);
    },
    act: panel('t', 'Vertical text'),
  },
  {
    what: 'choosing the speed of reading aloud',
    stores: [keys.LISTENING],
    open: async (page) => {
      await putVoices(page);
      await openChapter(page);
    },
    act: async (page) => {
      await page.keyboard.press('l');
      await page.getByRole('slider').first().fill('1.5');
    },
  },
  {
    what: 'reading a chapter to its end',
    stores: [keys.HISTORY, keys.READ_CHAPTERS],
    open: openChapter,
    act: async (page) => {
      await page.mouse.wheel(0, 400);
      await rest(page);
      await page.locator('[data-current] .reader-text > p').last().scrollIntoViewIfNeeded();
    },
  },
  {
    what: 'downloading a book',
    stores: [keys.DOWNLOADS],
    open: openNovel,
    act: async (page) => {
      await page.locator('.keep-button').click();
      await button('Download this book')(page);
    },
  },
  {
    what: 'typing a translator application',
    stores: [keys.TRANSLATOR_DRAFT],
    open: go(paths.translator()),
    act: (page) => page.locator('.apply input[name=name]').pressSequentially('Ann'),
  },
  {
    what: 'hiding the app banner',
    stores: [keys.APP_PUSH],
    open: async (page) => {
      await page.addInitScript((agent) => Object.defineProperty(navigator, 'userAgent', { value: agent }), PHONE);
      await page.goto(siteOf('fingeread'));
    },
    act: async (page) => {
      await button('Hide this banner')(page);
      await button('For a week')(page);
    },
  },
  {
    what: 'answering the question about statistics',
    stores: [keys.CONSENT],
    open: async (page) =>
      void (await page.goto(`${siteOf('joyfic').replace('joyfic.localhost', 'www.joyfic.example')}/tags`)),
    act: (page) => page.locator('.consent button[value="no"]').click(),
  },
  {
    what: 'signing in with a form whose script never loads',
    stores: [keys.TOKEN],
    open: async (page) => {
      await page.route(/_astro\/(LoginForm|client)\.[^/]*\.js$/, () => undefined);
      await page.goto(`${site}/login`);
    },
    act: async (page) => {
      await page.getByLabel('Email').fill(await storedAccount('local'));
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.locator('.login [type="submit"]').click();
    },
  },
];

/** Actions that leave the page: the next page shows the notice. */
const LEAVING: readonly Action[] = [
  {
    what: 'searching',
    stores: [keys.RECENT_SEARCHES],
    open: async (page) => {
      await go(paths.search())(page);
      await page.locator('main input[name=q]').click();
      await expect(page.getByRole('combobox')).toBeVisible();
    },
    act: async (page) => {
      await page.locator('main input[name=q]').fill('lighthouse');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/lighthouse$/);
    },
  },
  {
    what: 'searching before the search field has loaded',
    stores: [keys.RECENT_SEARCHES],
    open: async (page) => {
      await page.route(/_astro\/SearchBox\.[^/]*\.js$/, () => undefined);
      await page.goto(site + paths.search());
    },
    act: async (page) => {
      await page.locator('main input[name=q]').fill('lighthouse');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/lighthouse$/);
    },
  },
];

/** Keys that no action stores, each with the reason. */
const WITHOUT_ACTION: Readonly<Record<string, string>> = {
  [keys.OIDC]: 'needs a provider: tests/unit/features/sign-in/state/sign-in-options.test.ts',
  [keys.REPORT_DRAFT]: 'stored while the form is being sent, and of use only if that fails',
};

test('every storage key is covered by a test of a refused save, or listed with the reason why it is not', () => {
  const all = Object.values(keys).filter(
    (key): key is Exclude<typeof key, RegExp> => typeof key === 'string',
  ) as string[];
  const silent = Object.entries(UNSAVED_BY_KEY).flatMap(([key, part]) => (part === null ? [key] : []));
  const covered = [...ACTIONS, ...LEAVING].flatMap(({ stores }) => stores);
  const explained = [...covered, ...Object.keys(WITHOUT_ACTION), ...UNREPORTED, ...silent];
  expect(all.filter((key) => !explained.includes(key))).toEqual([]);
  expect(explained.filter((key) => !all.includes(key))).toEqual([]);
});

const PARTS: Readonly<Record<string, UnsavedPart | null>> = UNSAVED_BY_KEY;
const textOf = (key: string) => common[`unsaved-${PARTS[key] ?? 'place'}`];

async function expectNotice(page: Page, stores: readonly string[]): Promise<void> {
  const notice = page.locator('[data-notice="unsaved"]');
  for (const key of stores) await expect(notice).toContainText(textOf(key));
  await expect(notice).toContainText(/^Not saved: .*storage is full/);
  await expect(notice).toBeInViewport();
}

for (const { what, stores, open, act } of ACTIONS)
  test(`${what} shows that nothing was saved if the browser refuses to store the change`, SLOW, async ({ page }) => {
    await refuseStorage(page, await earlierVisit());
    await open(page);
    await act(page);
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'refused')).catch(() => []))
      .toEqual(expect.arrayContaining([...stores]));
    await expectNotice(page, stores);
  });

for (const { what, stores, open, act } of LEAVING)
  test(`${what} shows on the next page that the search was not saved`, SLOW, async ({ page }) => {
    await refuseStorage(page, await earlierVisit());
    await open(page);
    await act(page);
    await expectNotice(page, stores);
  });
