import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { choose, fillSignIn, pick, publish, save, signIn } from './admin-acts.ts';
import { type AdminSite, nextCode, PASSWORD, startAdminSite } from './admin-site.ts';
import { hydrated } from './at-rest.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Everything that axe finds, by its rule and where, when what comes into view is there. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`);
  });
}

/** The title of the book on a page of the site: the one of two titles that stands there. */
const titleOn = async (site: string) =>
  /The (?:long|short) ship/.exec(await (await fetch(`${site}/category/Fantasy`)).text())?.[0];

/** Where an address of the site leads. */
const leadsTo = async (site: string, path: string) =>
  (await fetch(`${site}${path}`, { redirect: 'manual' })).headers.get('location');
const statusOf = async (site: string, path: string) => (await fetch(`${site}${path}`)).status;

/** Ids of the books of the list that was made last. */
const booksOfLast = (page: Page, resource: string): Promise<number[]> =>
  page.evaluate(async (name) => {
    const { data } = await (await fetch(`/api/${name}?sort=id&order=DESC&perPage=1`)).json();
    return data[0].books;
  }, resource);

test.describe('the admin', () => {
  // One site for all of it: starting one is most of the work.
  test.describe.configure({ mode: 'serial' });
  let running: AdminSite;

  test.beforeAll(async () => {
    running = await startAdminSite();
  });

  test.afterAll(() => running.close());

  test('publishes a changed title, and takes the change back', async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on(
      'console',
      (message) => /Content Security Policy|Trusted/.test(message.text()) && errors.push(message.text()),
    );
    await signIn(page, running.admin, 'owner');

    await page.goto(`${running.admin}/#/books/1`);
    await page.getByLabel('Title').fill('The short ship');
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
    await expect(page.getByText('It is as it was before')).toBeVisible();
    await publish(page);
    await expect.poll(() => titleOn(running.site)).toBe('The long ship');
    expect(errors).toEqual([]);
  });

  test("shows an editor no screen of an owner's, and its API refuses them", async ({ page }) => {
    await signIn(page, running.admin, 'editor');
    await expect(page.getByRole('menuitem', { name: 'Staff' })).toHaveCount(0);
    await page.goto(`${running.admin}/#/staff`);
    await expect(page.getByText('Access denied')).toBeVisible();
    const asked = await page.evaluate(async () => {
      const made = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
      return [(await fetch('/api/staff')).status, (await fetch('/api/staff-invitations', made)).status];
    });
    expect(asked).toEqual([403, 403]);
  });

  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    test(`has no fault of accessibility and nothing wider than a window of ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(running.admin);
      await expect(page.getByLabel('Mail')).toBeVisible();
      expect(await faults(page)).toEqual([]);
      await fillSignIn(page, running.admin, 'owner');
      // Whoever goes elsewhere before that is signed out.
      await expect(page.locator('#main-content')).toBeVisible();
      for (const [path, shown] of [
        ['/', 'Brands'],
        ['/books', 'The long ship'],
        ['/books/1', 'Introduction'],
        ['/releases/local', 'live'],
      ] as const) {
        await page.goto(`${running.admin}/#${path}`);
        await expect(page.locator('#main-content').getByText(shown).first()).toBeVisible();
        await expect(page.getByRole('progressbar')).toHaveCount(0);
        if (path === '/') {
          // With a day's box beside the pointer.
          await page.locator('.recharts-wrapper').hover();
          await expect(page.getByText('no run')).toBeVisible();
        }
        expect(await faults(page), path).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true);
      }
    });
  }

  test('changes many books, merges and renames names, and their former addresses lead on', async ({ page }) => {
    await signIn(page, running.admin, 'owner');
    await page.goto(`${running.admin}/#/books`);
    await choose(page, 'The long ship', 'The long lamp');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Category').fill('Drama');
    await page.getByRole('button', { name: 'Change them' }).click();
    await expect(page.getByText('2 books changed')).toBeVisible();

    await page.goto(`${running.admin}/#/tags`);
    await choose(page, 'Dragons', 'Wyrms');
    await page.getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('dialog').getByLabel('Dragons (1 book)').check();
    await page.getByRole('button', { name: 'Merge 2' }).click();
    await expect(page.getByText('2 became one')).toBeVisible();

    await page.goto(`${running.admin}/#/genres/1`);
    await page.getByLabel('Name').fill('Sea stories');
    await save(page);
    await publish(page);
    await expect.poll(() => leadsTo(running.site, '/tags/2/Wyrms')).toBe('/tags/1/Dragons');
    expect(await leadsTo(running.site, '/genres/1/Fantasy')).toBe('/genres/1/Sea-stories');
    const category = await (await fetch(`${running.site}/category/Drama`)).text();
    expect(category).toContain('The long ship');
    expect(category).toContain('The long lamp');
  });

  test('draws a cover, cuts a picture, and says which file is none', async ({ page }) => {
    await signIn(page, running.admin, 'editor');
    await page.goto(`${running.admin}/#/books/1/cover`);
    await page.getByRole('button', { name: 'Draw one with the title' }).click();
    await expect(page.getByText('The cover of "The long ship" is changed')).toBeVisible();
    const cover = page.locator('#main-content img');
    await expect(cover).toHaveAttribute('src', /covers\//);
    const drawn = await cover.getAttribute('src');

    const file = page.locator('input[type=file]');
    const size = { width: 900, height: 600, channels: 3, background: '#456' } as const;
    const picture = await sharp({ create: size }).png().toBuffer();
    await file.setInputFiles({ name: 'sea.png', mimeType: 'image/png', buffer: picture });
    await page.getByRole('button', { name: 'Use this part' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => cover.getAttribute('src')).not.toBe(drawn);
    const shape = await cover.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return image.naturalWidth / image.naturalHeight;
    });
    expect(shape).toBeCloseTo(2 / 3, 1);

    await file.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('hello') });
    await expect(page.getByText('“notes.png” is no picture')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Use this part' })).toBeDisabled();
  });

  test('schedules a chapter, and shows its text as the reader does', async ({ page }) => {
    await signIn(page, running.admin, 'editor');
    await page.goto(`${running.admin}/#/books/1/chapters`);
    await page.getByRole('row', { name: /Two/ }).click();
    await page.locator('.cm-content').fill('<p>Rain fell.</p><script>alert(1)</script>');
    await expect(page.frameLocator('iframe').locator('.reader-text')).toHaveText('Rain fell.');
    await page.getByLabel('State').click();
    await page.getByRole('option', { name: 'Scheduled' }).click();
    await page.getByLabel('Published at').fill('2040-01-01T10:00');
    await save(page);
    await page.goto(`${running.admin}/#/books/1/chapters`);
    await expect(page.getByRole('row', { name: /Two.*scheduled.*Jan 1, 2040, 10:00/ })).toBeVisible();
  });

  test('puts books on a shelf, a ranking and a banner, and makes a help event and a voucher', async ({ page }) => {
    await signIn(page, running.admin, 'owner');
    const create = (resource: string) => page.goto(`${running.admin}/#/${resource}/create`);
    const add = (title: string) => pick(page, page.getByLabel('Add a book by its title'), title);
    await create('shelves');
    await page.getByLabel('Name').fill('At sea');
    await add('The long lamp');
    await add('The long ship');
    await page.getByRole('button', { name: 'Move The long ship up' }).click();
    await save(page, 'Element created');
    expect(await booksOfLast(page, 'shelves')).toEqual([1, 2]);

    await create('rankings');
    await page.getByLabel('Entry of the menu').fill('Loved');
    await page.getByLabel('Part of the address').fill('loved');
    await page.getByLabel('Name').fill('Most loved');
    await add('The long lamp');
    await save(page, 'Element created');
    expect(await booksOfLast(page, 'rankings')).toEqual([2]);

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
    await expect(page.getByRole('row', { name: /Welcome.*visitor@example\.org.*10.*not yet.*2040/ })).toBeVisible();
  });

  test('a reader reports a passage, and an editor settles it', async ({ page }) => {
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
    await page.getByText('1 report of readers is open.').waitFor();
    await page.getByRole('link', { name: 'Read', exact: true }).click();
    await page.getByRole('row', { name: /The long ship.*Text missing.*Text of One/ }).click();
    await expect(page.getByText('The long ship, 1. One')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open the chapter' })).toHaveAttribute('href', '#/chapters/1');
    await page.getByLabel('Note').fill('Nothing is missing.');
    await page.getByRole('button', { name: 'Settle' }).click();
    await expect(page.getByText('Element updated')).toBeVisible();
    await page.goto(`${running.admin}/#/audit-log`);
    await page.getByRole('row', { name: /editor@example\.org.*change.*report 1/ }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('It is as it was before')).toBeVisible();
  });

  test('settles chosen reports on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await fillSignIn(page, running.admin, 'editor');
    await page.getByText('1 report of readers is open.').waitFor();
    await page.goto(`${running.admin}/#/reports`);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Settle' }).click();
    await page.getByRole('dialog').getByLabel('Note').fill('Seen.');
    await page.getByRole('dialog').getByRole('button', { name: 'Settle' }).click();
    await expect(page.getByText('1 report settled')).toBeVisible();
    await expect(page.getByRole('link', { name: /The long ship.*settled/ })).toBeVisible();
    expect(await faults(page)).toEqual([]);
  });

  test("locks, exports and deletes a visitor's account", async ({ page }) => {
    await signIn(page, running.admin, 'owner');
    await page.goto(`${running.admin}/#/visitors`);
    await page.getByRole('row', { name: /visitor@example\.org/ }).click();
    await page.getByRole('button', { name: 'Lock' }).click();
    await expect(page.getByText('locked', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByText('The account is open again')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toContain('visitor@example.org');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('row', { name: /owner@example\.org/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /visitor@example\.org/ })).toHaveCount(0);
  });

  test('compares two releases down to the lines of a page, and goes back to one', async ({ page }) => {
    await signIn(page, running.admin, 'owner');
    await page.goto(`${running.admin}/#/releases/local`);
    await expect(page.getByText(/\d+ pages new, \d+ changed, \d+ removed/)).toBeVisible();
    await page.getByRole('button', { name: '+ /category/Drama', exact: true }).click();
    await expect(page.getByText(/^\+.*The long ship/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Go back to it' }).first().click();
    await page.getByRole('button', { name: 'Go back', exact: true }).click();
    await expect(page.getByText('It is live')).toBeVisible();
    await expect.poll(() => statusOf(running.site, '/category/Drama')).not.toBe(200);
    await page.goto(running.admin);
    await page.getByRole('button', { name: 'Rebuild Lectern now' }).click();
    await expect(page.getByRole('heading', { name: 'Rebuild: published' }).first()).toBeVisible();
    await expect.poll(() => statusOf(running.site, '/category/Drama')).toBe(200);
  });

  test('requires the password to change the second factor, and blocks the admin without one', async ({ page }) => {
    await signIn(page, running.admin, 'editor');
    await page.getByRole('button', { name: 'editor' }).click();
    await page.getByRole('menuitem', { name: 'Second factor' }).click();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Code from your app').fill(nextCode());
    await page.getByRole('button', { name: 'Turn off' }).click();
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    expect(await page.evaluate(async () => (await fetch('/api/books')).status)).toBe(403);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toContainText('password: is not right');
    expect(await faults(page)).toEqual([]);
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
    await expect(page.getByLabel('Mail')).toBeVisible();
    await signIn(page, running.admin, 'editor', first);
  });

  test('invites a person, who accepts with a new password and a second factor', async ({ page, browser }) => {
    await signIn(page, running.admin, 'owner');
    await page.goto(`${running.admin}/#/staff`);
    await page.getByRole('link', { name: 'Invite' }).click();
    await page.getByRole('textbox', { name: 'Mail' }).fill('new@example.org');
    await page.getByLabel('Your password').fill('wrong');
    expect(await faults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('is not right', { exact: true })).toBeVisible();
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByLabel('Your password').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Link for new@example.org' });
    const link = await dialog.getByLabel('Invitation link').inputValue();
    expect(await faults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('row', { name: /new@example\.org.*editor/ })).toBeVisible();
    await page.getByRole('button', { name: 'Resend the invitation of new@example.org' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Resend the invitation?' });
    await confirmation.getByLabel('Your password').fill('wrong');
    await confirmation.getByRole('button', { name: 'Resend' }).click();
    await expect(confirmation.getByText('is not right')).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await confirmation.getByLabel('Your password').fill(PASSWORD);
    await confirmation.getByRole('button', { name: 'Resend' }).click();
    const resent = await page.getByLabel('Invitation link').inputValue();
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await faults(page)).toEqual([]);

    const person = await browser.newPage();
    await person.goto(link);
    await expect(person.getByText('This invitation has expired, was used or was revoked.')).toBeVisible();
    await person.goto(resent);
    await person.reload();
    await expect(person.getByText('You will be editor as new@example.org.')).toBeVisible();
    expect(await faults(person)).toEqual([]);
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
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'operator' }).click();
    await page.getByLabel('Your password').fill(PASSWORD);
    expect(await faults(page)).toEqual([]);
    await save(page);
    await page.getByRole('row', { name: /new@example\.org.*operator/ }).click();
    await page.getByRole('button', { name: 'Remove the role' }).click();
    const removal = page.getByRole('dialog', { name: 'Remove the role?' });
    await removal.getByLabel('Your password').fill(PASSWORD);
    expect(await faults(page)).toEqual([]);
    await removal.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('new@example.org has no role any more')).toBeVisible();
    await expect(page.getByRole('row', { name: /new@example\.org/ })).toHaveCount(0);
  });
});
