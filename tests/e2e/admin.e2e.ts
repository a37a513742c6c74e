import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { SLOW } from '../slow-tests.ts';
import { choose, chooseHtmlView, fillSignIn, openOptions, pick, publish, save, signIn } from './admin-acts.ts';
import { type AdminSite, nextCode, PASSWORD, startAdminSite } from './admin-site.ts';
import { hydrated } from './at-rest.ts';
import { violationsOn } from './axe.ts';

/** The title that the site's category page shows: "The long ship" or "The short ship". */
const titleOn = async (site: string) =>
  /The (?:long|short) ship/.exec(await (await fetch(`${site}/category/Fantasy`)).text())?.[0];

/** The URL to which a path redirects, or null. */
const redirectOf = async (site: string, path: string) =>
  (await fetch(`${site}${path}`, { redirect: 'manual' })).headers.get('location');
const statusOf = async (site: string, path: string) => (await fetch(`${site}${path}`)).status;

/** Ids of the books in the newest shelf or ranking. */
const booksOfNewest = (page: Page, resource: string): Promise<number[]> =>
  page.evaluate(async (name) => {
    const { data } = await (await fetch(`/api/${name}?sort=id&order=DESC&perPage=1`)).json();
    return data[0].books;
  }, resource);

test.describe('the admin', () => {
  // All tests share one site, because starting it takes most of the time.
  test.describe.configure({ mode: 'serial' });
  let running: AdminSite;

  test.beforeAll(async () => {
    running = await startAdminSite();
  });

  test.afterAll(() => running.close());

  test('publishes a changed title and reverts it', SLOW, async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on(
      'console',
      (message) => /Content Security Policy|Trusted/.test(message.text()) && errors.push(message.text()),
    );
    await signIn(page, running.admin, 'owner');

    await page.goto(`${running.admin}/#/books/1`);
    await page.getByRole('textbox', { name: /^Title/ }).fill('The short ship');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Element updated')).toBeVisible();
    expect(await titleOn(running.site)).toBe('The long ship');
    await publish(page);
    await expect.poll(() => titleOn(running.site)).toBe('The short ship');

    await page.goto(`${running.admin}/#/audit-log`);
    await page.getByRole('row', { name: /owner@example\.org.*change.*book/ }).click();
    await expect(page.getByText('The short ship').last()).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Change undone')).toBeVisible();
    await publish(page);
    await expect.poll(() => titleOn(running.site)).toBe('The long ship');
    expect(errors).toEqual([]);
  });

  test("hides the owner's screens from an editor, and rejects an editor's API calls for these screens", async ({
    page,
  }) => {
    await signIn(page, running.admin, 'editor');
    await expect(page.getByRole('menuitem', { name: 'Staff' })).toHaveCount(0);
    await page.goto(`${running.admin}/#/staff`);
    await expect(page.getByText('Access denied')).toBeVisible();
    const statuses = await page.evaluate(async () => {
      const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
      return [(await fetch('/api/staff')).status, (await fetch('/api/staff-invitations', post)).status];
    });
    expect(statuses).toEqual([403, 403]);
  });

  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    test(`passes the accessibility audit and fits a window of ${width} px`, SLOW, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(running.admin);
      await expect(page.getByLabel('Email')).toBeVisible();
      expect(await violationsOn(page)).toEqual([]);
      await fillSignIn(page, running.admin, 'owner');
      // Without this wait, the next page.goto would sign the owner out.
      await expect(page.locator('#main-content')).toBeVisible();
      for (const [path, shown] of [
        ['/', 'Brands'],
        ['/books', 'The long ship'],
        ['/books/1', 'Introduction'],
        ['/import', 'Nothing to review'],
        ['/releases/local', 'live'],
      ] as const) {
        await page.goto(`${running.admin}/#${path}`);
        await expect(page.locator('#main-content').getByText(shown).first()).toBeVisible();
        await expect(page.getByRole('progressbar')).toHaveCount(0);
        if (path === '/') {
          // The audit includes the tooltip for a day.
          await page.locator('.recharts-wrapper').hover();
          await expect(page.getByText('No runs')).toBeVisible();
        }
        expect(await violationsOn(page), path).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true);
      }
    });
  }

  test(
    'edits several books at once, merges tags, renames a genre, and redirects their old URLs',
    SLOW,
    async ({ page }) => {
      await signIn(page, running.admin, 'owner');
      await page.goto(`${running.admin}/#/books`);
      await choose(page, 'The long ship', 'The long lamp');
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByRole('dialog').getByLabel('Category').fill('Drama');
      await page.getByRole('button', { name: 'Review changes' }).click();
      await page.getByRole('button', { name: 'Change 2 books' }).click();
      await expect(page.getByText('2 books changed')).toBeVisible();

      await page.goto(`${running.admin}/#/tags`);
      await choose(page, 'Dragons', 'Wyrms');
      await page.getByRole('button', { name: 'Merge' }).click();
      await page.getByRole('dialog').getByLabel('Dragons (1 book)').check();
      await page.getByRole('button', { name: 'Merge 2' }).click();
      await expect(page.getByText('2 names merged')).toBeVisible();

      await page.goto(`${running.admin}/#/genres/1`);
      await page.getByLabel('Name').fill('Sea stories');
      await save(page);
      await publish(page);
      await expect.poll(() => redirectOf(running.site, '/tags/2/Wyrms')).toBe('/tags/1/Dragons');
      expect(await redirectOf(running.site, '/genres/1/Fantasy')).toBe('/genres/1/Sea-stories');
      const category = await (await fetch(`${running.site}/category/Drama`)).text();
      expect(category).toContain('The long ship');
      expect(category).toContain('The long lamp');
    },
  );

  test(
    'generates a cover, crops an uploaded image, and rejects a file that is not an image',
    SLOW,
    async ({ page }) => {
      await signIn(page, running.admin, 'editor');
      await page.goto(`${running.admin}/#/books/1/cover`);
      await page.getByRole('button', { name: 'Generate cover' }).click();
      await expect(page.getByText('Cover of “The long ship” updated')).toBeVisible();
      const cover = page.locator('#main-content img');
      await expect(cover).toHaveAttribute('src', /covers\//);
      const generatedSource = await cover.getAttribute('src');

      const file = page.locator('input[type=file]');
      const size = { width: 900, height: 600, channels: 3, background: '#456' } as const;
      const picture = await sharp({ create: size }).png().toBuffer();
      await file.setInputFiles({ name: 'sea.png', mimeType: 'image/png', buffer: picture });
      await page.getByRole('button', { name: 'Crop and save' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect.poll(() => cover.getAttribute('src')).not.toBe(generatedSource);
      const shape = await cover.evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        return image.naturalWidth / image.naturalHeight;
      });
      expect(shape).toBeCloseTo(2 / 3, 1);

      await file.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('hello') });
      await expect(page.getByText('“notes.png” is not an image')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Crop and save' })).toBeDisabled();
    },
  );

  test('schedules a chapter and previews its text as in the reader', async ({ page }) => {
    await chooseHtmlView(page);
    await signIn(page, running.admin, 'editor');
    await page.goto(`${running.admin}/#/books/1/chapters`);
    await page.getByRole('row', { name: /Two/ }).click();
    await page.locator('.cm-content').fill('<p>Rain fell.</p><script>alert(1)</script>');
    await expect(page.frameLocator('iframe').locator('.reader-text')).toHaveText('Rain fell.');
    await openOptions(page.getByLabel('State'));
    await page.getByRole('option', { name: 'Scheduled' }).click();
    await page.getByLabel('Publish at').fill('2040-01-01T10:00');
    await save(page);
    await page.goto(`${running.admin}/#/books/1/chapters`);
    await expect(page.getByRole('row', { name: /Two.*scheduled.*Jan 1, 2040, 10:00/ })).toBeVisible();
  });

  test(
    'adds books to a shelf, a ranking and a banner, and creates a help event and a voucher',
    SLOW,
    async ({ page }) => {
      await signIn(page, running.admin, 'owner');
      const create = (resource: string) => page.goto(`${running.admin}/#/${resource}/create`);
      const add = (title: string) => pick(page, page.getByLabel('Add a book by title'), title);
      await create('shelves');
      await page.getByLabel('Name').fill('At sea');
      await add('The long lamp');
      await add('The long ship');
      await page.getByRole('button', { name: 'Move The long ship up' }).click();
      await save(page, 'Element created');
      expect(await booksOfNewest(page, 'shelves')).toEqual([1, 2]);

      await create('rankings');
      await page.getByLabel('Menu entry').fill('Loved');
      await page.getByLabel('Slug').fill('loved');
      await page.getByLabel('Name').fill('Most loved');
      await add('The long lamp');
      await save(page, 'Element created');
      expect(await booksOfNewest(page, 'rankings')).toEqual([2]);

      await create('banners');
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Set sail');
      await pick(page, page.getByLabel('Book'), 'The long ship');
      await save(page, 'Element created');
      await expect(page.getByRole('row', { name: /Set sail.*All brands.*The long ship/ })).toBeVisible();

      await create('help-events');
      await pick(page, page.getByLabel('Book'), 'The long ship');
      await page.getByLabel('Inviter').fill('Tess');
      await page.getByLabel('Ends').fill('2040-01-01T10:00');
      await save(page, 'Element created');
      await expect(page.getByRole('row', { name: /The long ship.*Tess.*0 of 5.*Jan 1, 2040, 10:00/ })).toBeVisible();

      await create('vouchers');
      await pick(page, page.getByLabel('Visitor'), 'visitor@example.org');
      await page.getByLabel('Name').fill('Welcome');
      await page.getByLabel('Valid until').fill('2040-01-01T10:00');
      await save(page, 'Element created');
      await expect(page.getByRole('row', { name: /Welcome.*visitor@example\.org.*10.*unused.*2040/ })).toBeVisible();
    },
  );

  test('shows an editor the passage that a reader reported, and resolves the report', async ({ page }) => {
    await page.goto(`${running.site}/book-reader/1/1`);
    await hydrated(page);
    await page.locator('.reader-text p').selectText();
    await page.getByRole('button', { name: 'Report a problem' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report a problem' });
    await expect(dialog.getByLabel('The passage')).toHaveValue('Text of One.');
    await dialog.getByLabel('What is wrong?').selectOption({ label: 'Text is missing or out of order' });
    await dialog.getByRole('button', { name: 'Send the report' }).click();
    await expect(dialog.getByRole('status')).toContainText('Your report has arrived');

    await signIn(page, running.admin, 'editor');
    await page.getByText('1 open report from readers').waitFor();
    await page.getByRole('link', { name: 'View', exact: true }).click();
    await page.getByRole('row', { name: /The long ship.*Text missing.*Text of One/ }).click();
    await expect(page.getByText('The long ship, 1. One')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open chapter' })).toHaveAttribute('href', '#/chapters/1');
    await page.getByLabel('Note').fill('Nothing is missing.');
    await page.getByRole('button', { name: 'Resolve' }).click();
    await expect(page.getByText('Element updated')).toBeVisible();
    await page.goto(`${running.admin}/#/audit-log`);
    await page.getByRole('row', { name: /editor@example\.org.*change.*report 1/ }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Change undone')).toBeVisible();
  });

  // Requires the previous test, which sends the report.
  test('resolves selected reports on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await fillSignIn(page, running.admin, 'editor');
    await page.getByText('1 open report from readers').waitFor();
    await page.goto(`${running.admin}/#/reports`);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Resolve' }).click();
    await page.getByRole('dialog').getByLabel('Note').fill('Seen.');
    await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
    await expect(page.getByText('1 report resolved')).toBeVisible();
    await expect(page.getByRole('link', { name: /The long ship.*resolved/ })).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
  });

  test('locks, exports and deletes the account of a visitor', SLOW, async ({ page }) => {
    await signIn(page, running.admin, 'owner');
    await page.goto(`${running.admin}/#/visitors`);
    await page.getByRole('row', { name: /visitor@example\.org/ }).click();
    await page.getByRole('button', { name: 'Lock' }).click();
    await expect(page.getByText('locked', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByText('Account unlocked')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toContain('visitor@example.org');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('row', { name: /owner@example\.org/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /visitor@example\.org/ })).toHaveCount(0);
  });

  test('compares two releases line by line and rolls back to one of them', SLOW, async ({ page }) => {
    await signIn(page, running.admin, 'owner');
    await page.goto(`${running.admin}/#/releases/local`);
    await expect(page.getByText(/\d+ pages added, \d+ changed, \d+ removed/)).toBeVisible();
    await page.getByRole('button', { name: '+ /category/Drama', exact: true }).click();
    await expect(page.getByText(/^\+.*The long ship/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Roll back' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
    await expect(page.getByText('Rolled back')).toBeVisible();
    await expect.poll(() => statusOf(running.site, '/category/Drama')).not.toBe(200);
    await page.goto(running.admin);
    await page.getByRole('button', { name: 'Rebuild Lectern now' }).click();
    await expect(page.getByRole('heading', { name: 'Rebuild: published' }).first()).toBeVisible();
    await expect.poll(() => statusOf(running.site, '/category/Drama')).toBe(200);
  });

  test(
    'requires the password to change the second factor, and blocks accounts without a second factor',
    SLOW,
    async ({ page }) => {
      await signIn(page, running.admin, 'editor');
      await page.getByRole('button', { name: 'editor' }).click();
      await page.getByRole('menuitem', { name: 'Two-factor authentication' }).click();
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByLabel('Code from your app').fill(nextCode());
      await page.getByRole('button', { name: 'Turn off' }).click();
      await expect(page.getByRole('heading', { name: 'Set up two-factor authentication' })).toBeVisible();
      expect(await page.evaluate(async () => (await fetch('/api/books')).status)).toBe(403);
      await page.getByLabel('Password').fill('wrong');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('alert')).toContainText('password: is incorrect');
      expect(await violationsOn(page)).toEqual([]);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Continue' }).click();
      const secret = (await page.locator('code').textContent()) ?? '';
      await page.getByLabel('Code').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
      await page.getByRole('button', { name: 'Turn on' }).click();
      await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
      const [first = ''] = await page.getByRole('listitem').allTextContents();
      await page.getByRole('button', { name: 'I have saved my codes' }).click();
      await page.getByRole('button', { name: 'editor' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await expect(page.getByLabel('Email')).toBeVisible();
      await signIn(page, running.admin, 'editor', first);
    },
  );

  test('invites a person, who accepts with a new password and a second factor', SLOW, async ({ page, browser }) => {
    await signIn(page, running.admin, 'owner');
    await page.goto(`${running.admin}/#/staff`);
    await page.getByRole('link', { name: 'Invite' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill('new@example.org');
    await page.getByLabel('Your password').fill('wrong');
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('is incorrect', { exact: true })).toBeVisible();
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByLabel('Your password').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Link for new@example.org' });
    const link = await dialog.getByLabel('Invitation link').inputValue();
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('row', { name: /new@example\.org.*editor/ })).toBeVisible();
    await page.getByRole('button', { name: 'Resend the invitation to new@example.org' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Resend invitation?' });
    await confirmation.getByLabel('Your password').fill('wrong');
    await confirmation.getByRole('button', { name: 'Resend' }).click();
    await expect(confirmation.getByText('is incorrect')).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await confirmation.getByLabel('Your password').fill(PASSWORD);
    await confirmation.getByRole('button', { name: 'Resend' }).click();
    const resent = await page.getByLabel('Invitation link').inputValue();
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await violationsOn(page)).toEqual([]);

    const person = await browser.newPage();
    await person.goto(link);
    await expect(person.getByText('This invitation has expired, was used or was revoked.')).toBeVisible();
    await person.goto(resent);
    await person.reload();
    await expect(
      person.getByText('You have been invited as an editor with the email address new@example.org.'),
    ).toBeVisible();
    expect(await violationsOn(person)).toEqual([]);
    await person.getByLabel('New password').fill('new@example.org');
    const secret = (await person.locator('code').textContent()) ?? '';
    await person.getByLabel('Code').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
    await person.keyboard.press('Enter');
    await expect(person.getByText('is too easy to guess. Choose another one')).toBeVisible();
    await person.getByLabel('New password').fill('a long new password');
    await person.keyboard.press('Enter');
    await expect(person.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
    await person.getByRole('button', { name: 'I have saved my codes' }).click();
    await expect(person.getByRole('menuitem', { name: 'Books' })).toBeVisible();
    await person.close();
    await page.goto(`${running.admin}/#/staff`);
    await page.getByRole('row', { name: /new@example\.org.*editor.*verified.*on/ }).click();
    await openOptions(page.getByRole('combobox', { name: 'Role' }));
    await page.getByRole('option', { name: 'operator' }).click();
    await page.getByLabel('Your password').fill(PASSWORD);
    expect(await violationsOn(page)).toEqual([]);
    await save(page);
    await page.getByRole('row', { name: /new@example\.org.*operator/ }).click();
    await page.getByRole('button', { name: 'Remove role' }).click();
    const removal = page.getByRole('dialog', { name: 'Remove role?' });
    await removal.getByLabel('Your password').fill(PASSWORD);
    expect(await violationsOn(page)).toEqual([]);
    await removal.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('new@example.org no longer has a role')).toBeVisible();
    await expect(page.getByRole('row', { name: /new@example\.org/ })).toHaveCount(0);
  });
});
