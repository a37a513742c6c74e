import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { messageOf } from '#src/lib/errors.ts';
import { makeFolder } from '#src/lib/files.ts';
import { fileOf, type Shot, SIZES } from './plan.ts';
import type { DemoSite } from './site.ts';

export interface Outcome {
  readonly shot: Shot;
  readonly path: string;
  /** Why there is no screenshot, or why it shows the wrong page; undefined if it is good. */
  readonly fault: string | undefined;
}

export interface Studio {
  readonly browser: Browser;
  readonly site: DemoSite;
  readonly folder: string;
  readonly full: boolean;
}

/** Takes one screenshot in a new browser profile. */
export async function shoot(studio: Studio, shot: Shot): Promise<Outcome> {
  const path = shot.screen.path(studio.site.knownOf(shot.brand));
  const context = await openContext(studio, shot);
  try {
    return { shot, path, fault: await picture(await context.newPage(), studio, shot, path) };
  } catch (error) {
    return { shot, path, fault: messageOf(error) };
  } finally {
    await context.close();
  }
}

async function openContext({ browser, site }: Studio, { screen, brand, mode, size }: Shot): Promise<BrowserContext> {
  const phone = size === 'phone';
  const context = await browser.newContext({
    viewport: SIZES[size],
    reducedMotion: 'reduce',
    ...(phone ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
  });
  const { session, reading } = site.knownOf(brand).visitor;
  const storage = screen.visitor === 'signed-in' ? session : screen.visitor === 'reader' ? reading : {};
  await context.addInitScript(
    (items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    },
    { bg_night: String(mode === 'night'), ...storage },
  );
  return context;
}

async function picture(page: Page, studio: Studio, shot: Shot, path: string): Promise<string | undefined> {
  const { screen, brand } = shot;
  const response = await page.goto(studio.site.originOf(brand, screen.upstream === 'gone') + path);
  const expected = screen.status ?? 200;
  await screen.act?.(page);
  if (studio.full) await seeAll(page);
  await settle(page);
  makeFolder(join(studio.folder, screen.name));
  await page.screenshot({ path: join(studio.folder, fileOf(shot)), fullPage: studio.full });
  const status = response?.status();
  return status === expected ? undefined : `answered ${status} instead of ${expected}`;
}

/** Scrolls through the page, so that everything that loads lazily is loaded. */
async function seeAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo(0, top);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    scrollTo(0, 0);
  });
}

/** Waits for fonts, visible images, and requests that islands make. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {});
  await page.evaluate(async () => {
    await document.fonts.ready;
    const pictures = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
    const late = new Promise((resolve) => setTimeout(resolve, 3000));
    await Promise.race([Promise.allSettled(pictures.map((image) => image.decode())), late]);
  });
}
