import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { brandById, loadBrands } from '#src/brand/registry.ts';
import { SHIPPED_BRANDS } from '../helpers/shipped-brands.ts';
import { request, siteOf } from './site.ts';

const brands = await loadBrands(join(import.meta.dirname, '../../brands'));
const BRANDS = brands.map(({ id }) => id);
const SHIPPED = BRANDS.filter((id) => SHIPPED_BRANDS.includes(id));
const prefixOf = (id: string) => brandById(brands, id).apiPrefix;

const WIDTHS = [390, 1280] as const;

/** Position and size in px. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Visual properties of a brand; images are hashed. */
interface Look {
  readonly name: string;
  readonly logo: string;
  readonly cover: string;
  readonly notFoundImage: string;
  readonly face: string;
}

/** Hash of a file. The browser fetches it, because Node cannot resolve `*.localhost`. */
async function hashOf(page: Page, url: string): Promise<string> {
  const { status, type, bytes } = await page.evaluate(async (address) => {
    const response = await fetch(address);
    const body = [...new Uint8Array(await response.arrayBuffer())];
    return { status: response.status, type: response.headers.get('content-type'), bytes: body };
  }, url);
  expect({ url, status, type }).toEqual({ url, status: 200, type: expect.stringMatching(/^image\//) });
  return createHash('sha256').update(new Uint8Array(bytes)).digest('hex');
}

/** @returns the path of a genre that all brands share */
async function genrePath(page: Page): Promise<string> {
  await page.goto(`${siteOf('local')}/genres`);
  return (await page.locator('main a[href^="/genres/"]').first().getAttribute('href')) ?? '';
}

async function lookOf(page: Page, brand: string, genre: string): Promise<Look> {
  await page.goto(siteOf(brand) + genre);
  const logo = page.locator('header .site-logo img');
  const look = {
    name: (await logo.getAttribute('alt')) ?? '',
    logo: await hashOf(page, await srcOf(page, '.site-logo img')),
    cover: await hashOf(page, await defaultCover(page)),
    face: await displayFace(page),
  };
  const response = await page.goto(`${siteOf(brand)}/no-such-page`);
  expect(response?.status()).toBe(404);
  return { ...look, notFoundImage: await hashOf(page, await srcOf(page, 'main img')) };
}

const srcOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((image) => (image instanceof HTMLImageElement ? image.src : ''));

/** Makes a cover fail to load. @returns the URL of the image shown instead */
const defaultCover = (page: Page) =>
  page
    .locator('main .cover')
    .first()
    .evaluate(async (cover) => {
      const image = cover.querySelector('img');
      image?.dispatchEvent(new Event('error'));
      const [, url = ''] = /url\("([^"]+)"\)/.exec(getComputedStyle(cover).backgroundImage) ?? [];
      return url;
    });

/** The font that the page's heading uses. */
const displayFace = (page: Page) =>
  page.locator('h1').evaluate(async (heading) => {
    const { fonts } = document;
    await fonts.ready;
    const [family = ''] = getComputedStyle(heading).fontFamily.split(',');
    const loaded = [...fonts].filter(({ status }) => status === 'loaded').map((face) => face.family);
    const unquoted = (name: string) => name.replaceAll('"', '').trim();
    return loaded.some((name) => unquoted(name) === unquoted(family)) ? unquoted(family) : `${family} is not loaded`;
  });

test('all shipped brands differ from each other in name, logo, default cover, 404 drawing and heading font', async ({
  page,
}) => {
  const genre = await genrePath(page);
  const looks: Look[] = [];
  for (const brand of SHIPPED) looks.push(await lookOf(page, brand, genre));
  for (const field of ['name', 'logo', 'cover', 'notFoundImage', 'face'] as const) {
    const values = looks.map((look) => look[field]);
    expect([...new Set(values)], field).toEqual(values);
    expect(values.join()).not.toContain('not loaded');
  }
});

/** Positions of the first six books and their covers, relative to the list. */
const boxesOf = (page: Page) =>
  page.locator('main ol.list').evaluate((list): Box[] => {
    const listBox = list.getBoundingClientRect();
    const items = [...list.children].slice(0, 6);
    const elements = items.flatMap((item) => [item, item.querySelector('.cover') ?? item]);
    return elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x - listBox.x, y: y - listBox.y, width, height };
    });
  });

/** Boxes of the same layout differ by less than this, because of fonts and rounding. */
const TOLERANCE_PX = 24;

const isOtherLayout = (one: readonly Box[], other: readonly Box[]) =>
  one.some((box, index) =>
    (['x', 'width'] as const).some((side) => Math.abs(box[side] - (other[index]?.[side] ?? 0)) > TOLERANCE_PX),
  );

test(`at least six brands have visibly different listing layouts at ${WIDTHS.join(' and at ')} px`, async ({
  page,
}) => {
  const genre = await genrePath(page);
  const layouts = new Map<number, Box[][]>(WIDTHS.map((width) => [width, []]));
  for (const brand of SHIPPED) {
    await page.goto(siteOf(brand) + genre);
    for (const [width, distinctLayouts] of layouts) {
      await page.setViewportSize({ width, height: 900 });
      const boxes = await boxesOf(page);
      expect(boxes).toHaveLength(12);
      if (distinctLayouts.every((other) => isOtherLayout(other, boxes))) distinctLayouts.push(boxes);
    }
  }
  for (const [width, { length }] of layouts) expect(length, `at ${width} px`).toBeGreaterThanOrEqual(6);
});

/** Islands get the brand's prefix as a property. The tests below check, for three brands, that islands use it. */
test('the pages of every brand pass the API prefix of the brand to their islands', async () => {
  for (const brand of BRANDS) {
    const { text } = await request(brand, '/search');
    const [, prefix] = /&quot;apiPrefix&quot;:\[0,&quot;([^&]*)&quot;\]/.exec(text) ?? [];
    expect(prefix, brand).toBe(prefixOf(brand));
  }
});

for (const brand of ['local', 'fingeread', 'joyfic']) {
  test(`API calls of the brand ${brand} use its prefix`, async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.includes('/v1/')) calls.push(pathname);
    });
    await page.goto(`${siteOf(brand)}/search`);
    const suggested = page.waitForResponse((response) => response.url().includes('/v1/search.suggest'));
    await page.locator('main input[name="q"]').pressSequentially('the');
    expect((await suggested).status()).toBe(200);
    expect(calls).toContain(`${prefixOf(brand)}/v1/search.suggest`);
    expect(calls.filter((path) => !path.startsWith(`${prefixOf(brand)}/v1/`))).toEqual([]);
  });
}

test('the first item of a scrolling row can be reached in every brand', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const brand of BRANDS) {
    await page.goto(`${siteOf(brand)}/category/Adventure`);
    const hidden = await page.locator('main .chips').evaluateAll((rows) =>
      rows.filter((row) => {
        const first = row.firstElementChild?.getBoundingClientRect();
        return first !== undefined && first.left + row.scrollLeft < 0;
      }),
    );
    expect(hidden, brand).toEqual([]);
    expect(await page.locator('main .chips').count(), brand).toBeGreaterThan(0);
  }
});
