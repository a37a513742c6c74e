import { expect, type Page } from '@playwright/test';
import { storedAccount } from './account.ts';
import { visitorRow } from './database.ts';
import { EDITION, type Kind } from './page-kinds.ts';

/** A kind of control whose effect needs a script file. */
export interface ScriptedControl {
  readonly what: string;
  readonly kind: Kind;
  /** Selector of all controls of this kind. */
  readonly selector: string;
  /** First use; by default a click on the first control. */
  use?(page: Page): Promise<void>;
  /** Checks the effect of the first use, whether the script has loaded or not. */
  done(page: Page): Promise<void>;
  /**
   * Checks what happens if the script never loads: the same effect, or (by default) a notice that part of the page is
   * missing.
   */
  without?(page: Page): Promise<void>;
}

const shows = (selector: string) => (page: Page) => expect(page.locator(selector).first()).toBeVisible();
const click = (page: Page, selector: string) => page.locator(selector).first().click();

/** Opens the element that contains the control. This needs no script. */
const clickWithin = (opener: string, selector: string) => async (page: Page) => {
  await click(page, opener);
  await click(page, selector);
};

const showBars = (page: Page) => page.locator('[data-reader-text] p').first().click();
const inReader = (selector: string) => async (page: Page) => {
  await showBars(page);
  await click(page, selector);
};

const ABOUT = 'I would begin with the first of these novels, which I have read twice.';
let number = 0;
/** Email addresses used in forms, by page. */
const emails = new WeakMap<Page, string>();
/** Texts of mistake reports, by page. */
const reports = new WeakMap<Page, string>();

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(await storedAccount(EDITION.brand));
  await page.getByLabel('Password', { exact: true }).fill('a long enough secret');
  await click(page, '.login-form [type=submit]');
}

async function applyAsTranslator(page: Page): Promise<void> {
  number += 1;
  const email = `early-${process.pid}-${Date.now()}-${number}@example.org`;
  emails.set(page, email);
  await page.getByLabel('Name', { exact: true }).fill('Ann');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Native language').selectOption({ label: 'Spanish' });
  await page.getByRole('checkbox', { name: 'English', exact: true }).check();
  await page.getByLabel('About you').fill(ABOUT);
  await page.locator('.story').first().getByRole('checkbox').check();
  await page.getByRole('checkbox', { name: 'I agree' }).check();
  await page.getByRole('button', { name: 'Submit application' }).click();
}

async function hasApplied(page: Page): Promise<void> {
  await expect(page.locator('.apply-sent, .application-sent:target')).toContainText('Thank you for your application');
  await expect(page.locator('form.apply')).toBeHidden();
  const row = visitorRow('SELECT name, about FROM translator_applications WHERE email = ?', emails.get(page) ?? '');
  expect(row).toEqual({ name: 'Ann', about: ABOUT });
}

async function reportMistake(page: Page): Promise<void> {
  number += 1;
  const text = `For ${process.pid}-${Date.now()}-${number} lamps.`;
  reports.set(page, text);
  await click(page, '.report summary');
  await page.getByLabel('What is wrong?').selectOption({ label: 'A mistake in spelling or translation' });
  await page.getByLabel('Describe the problem').fill(text);
  await click(page, '.report-form [type=submit]');
}

async function hasReported(page: Page): Promise<void> {
  const confirmation = page.locator('.report-said, #report-sent:target');
  await expect(confirmation.filter({ visible: true })).toContainText('Your report has arrived');
  const row = visitorRow('SELECT kind, passage FROM reports WHERE text = ?', reports.get(page) ?? '');
  expect(row).toEqual({ kind: 'text', passage: '' });
}

const isAtResults = (page: Page) => expect(page).toHaveURL(/\/search(-more)?\/result\/moon$|[?&]q=moon$/);
const searched = async (page: Page) => {
  await isAtResults(page);
  expect(await page.evaluate(() => localStorage.getItem('lectern:recent-searches'))).toBe('["moon"]');
};
const searchFor = (press: 'Enter' | 'button') => async (page: Page) => {
  await page.locator('main input[name=q]').fill('moon');
  if (press === 'Enter') await page.keyboard.press('Enter');
  else await click(page, 'main .search-box form button');
};

/** Every island control that is visible before hydration is listed here (first-use.e2e.ts). */
export const SCRIPTED: readonly ScriptedControl[] = [
  {
    what: 'a book is put on the shelf',
    kind: 'novel',
    selector: '.shelf-button',
    done: shows('.shelf-button[data-kept=true]'),
  },
  {
    what: 'a download of a book starts',
    kind: 'novel',
    selector: '.keep-panel .button:not([popovertarget])',
    use: clickWithin('.keep-button', '.keep-panel .button:not([popovertarget])'),
    done: shows('.keep-panel [role=status], .keep-panel progress'),
  },
  {
    what: 'the URL of a book is copied',
    kind: 'novel',
    selector: '.share-panel > button',
    use: clickWithin('.share-button', '.share-panel > button:has-text("Copy")'),
    done: async (page) => {
      // The URL is copied, or selected for copying if the browser does not allow copying.
      const isMarked = () => page.evaluate(() => getSelection()?.toString() !== '');
      await expect.poll(async () => (await page.locator('.toast').count()) > 0 || (await isMarked())).toBe(true);
    },
  },
  {
    what: 'two tags are hidden',
    kind: 'novel',
    selector: '.hide-tags .chip',
    use: async (page) => {
      await click(page, '.hide-tags summary');
      for (const place of [0, 1]) await page.locator('.hide-tags .chip').nth(place).click();
    },
    done: (page) => expect(page.locator('.hide-tags .chip[aria-pressed=true]')).toHaveCount(2),
  },
  {
    what: 'the sign-in form switches to sign-up',
    kind: 'login',
    selector: '.login-modes button',
    use: (page) => click(page, '.login-modes button[aria-pressed=false]'),
    done: shows('.login-form input[name=name]'),
  },
  {
    what: 'a password is shown',
    kind: 'login',
    selector: '.login-form .tool',
    done: shows('.login-form input[name=password][type=text]'),
  },
  {
    what: 'a visitor signs in',
    kind: 'login',
    selector: '.login-form [type=submit]',
    use: signIn,
    done: (page) => expect(page).toHaveURL(/\/myinfo$/),
    without: (page) => expect(page).toHaveURL(/\/myinfo$/),
  },
  {
    what: 'an application is sent',
    kind: 'translator',
    selector: 'form.apply [type=submit]',
    use: applyAsTranslator,
    done: hasApplied,
    without: hasApplied,
  },
  {
    what: 'help is given in a help event',
    kind: 'help event',
    selector: '.help-form [type=submit]',
    done: (page) => expect(page.locator('.help-state')).toHaveText('Click succeeded'),
    without: (page) => expect(page.locator('#help-clicked')).toBeVisible(),
  },
  {
    what: 'a mistake is reported',
    kind: 'chapter',
    selector: '.report-form [type=submit]',
    use: reportMistake,
    done: hasReported,
    without: hasReported,
  },
  {
    what: 'a word is searched for with Enter',
    kind: 'search',
    selector: 'main .search-box form button',
    use: searchFor('Enter'),
    done: searched,
    without: searched,
  },
  {
    what: 'a word is searched for with the button',
    kind: 'all results',
    selector: 'main .search-box form button',
    use: searchFor('button'),
    done: searched,
    without: searched,
  },
  {
    what: 'the type settings open',
    kind: 'chapter',
    selector: '.reader-bar > button:nth-of-type(2)',
    use: inReader('.reader-bar > button:nth-of-type(2)'),
    done: shows('.reader-type[open] .reader-stepper button'),
    without: shows('.reader-type[open] .reader-stepper button'),
  },
  {
    what: 'the menu with more actions for a chapter opens',
    kind: 'chapter',
    selector: '.reader-bar > button:nth-of-type(3)',
    use: inReader('.reader-bar > button:nth-of-type(3)'),
    done: shows('.reader-more[open] .reader-tools button'),
  },
  {
    what: 'a chapter switches to night mode',
    kind: 'chapter',
    selector: '.reader-bar > button:nth-of-type(1)',
    use: inReader('.reader-bar > button:nth-of-type(1)'),
    done: shows('.reader-bar > button[aria-pressed=true]'),
    without: shows(':root[data-mode=night] .reader-bar'),
  },
];

/** Elements visible only with scripts, because they depend on the visitor or on later events. */
export const OF_SCRIPTS =
  'astro-island, .consent, .notices, .notification, [data-continue], [data-furthest], .list-more';
