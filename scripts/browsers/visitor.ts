import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '#src/lib/errors.ts';
import type { Gate } from './gate.ts';
import { interruption } from './interruption.ts';
import type { PageDriver } from './page-driver.ts';

/** Time limit for a step, in ms: long enough for the slowest machine. Only failing steps take this long. */
const DEADLINE_MS = 120_000;
const PAUSE_MS = 100;

/**
 * Calls `ask` repeatedly until it returns a result.
 * @throws Error saying what did not happen
 */
export async function until<R>(what: string, ask: () => Promise<R | false | null | undefined>): Promise<R> {
  const deadline = performance.now() + DEADLINE_MS;
  for (let reason = ''; ; await wait(PAUSE_MS)) {
    interruption.throwIfAborted();
    try {
      const answer = await ask();
      if (answer !== false && answer !== null && answer !== undefined) return answer;
      reason = '';
    } catch (error) {
      // Scripts cannot run in a page that is being unloaded, so the error may be temporary.
      reason = messageOf(error);
    }
    if (performance.now() > deadline) throw new Error(reason === '' ? what : `${what} (${reason})`);
  }
}

/** A visitor of one brand, who uses pages like a person. */
export interface Visitor {
  readonly driver: PageDriver;
  readonly gate: Gate;
  /** Loads a path on the brand's site. */
  go(path: string): Promise<void>;
  /** The decoded path of the current page. */
  path(): Promise<string>;
  /** Waits until the page has this path. */
  at(path: string | RegExp): Promise<void>;
  /** Waits for a visible element that matches the selector and contains `text`. Returns its text. */
  see(selector: string, text?: string): Promise<string>;
  /** Clicks the middle of the first visible element that matches, after it has stopped moving and is not covered. */
  click(selector: string, text?: string): Promise<void>;
  /** Replaces the content of a field by typing. */
  fill(selector: string, text: string): Promise<void>;
  /** Returns the parsed value of a key in localStorage. */
  stored(key: string): Promise<unknown>;
}

export function createVisitor(driver: PageDriver, gate: Gate, brand: string): Visitor {
  const origin = `http://${brand}.localhost:${gate.port}`;
  const path = async () => decodeURIComponent(await driver.run(() => location.pathname));
  const click = async (selector: string, text = '') => {
    const target = await until(`${nameOf(selector, text)} cannot be clicked`, async () => {
      const before = await driver.run(placeOf, selector, text, true);
      await wait(PAUSE_MS);
      const after = await driver.run(placeOf, selector, text, false);
      return before && after && before.x === after.x && before.y === after.y && after.isOnTop ? after : undefined;
    });
    await driver.clickAt(target.x, target.y);
  };
  return {
    driver,
    gate,
    go: (to) => driver.open(origin + to),
    path,
    async at(expected) {
      await until(`the page is not ${expected}`, async () => {
        const now = await path();
        return typeof expected === 'string' ? now === expected : expected.test(now);
      });
    },
    see: (selector, text = '') =>
      until(`${nameOf(selector, text)} is not shown`, () => driver.run(textOf, selector, text)),
    click,
    async fill(selector, text) {
      await click(selector);
      await driver.run((field) => document.querySelector<HTMLInputElement>(field)?.select(), selector);
      await driver.type(text);
    },
    stored: (key) => driver.run((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key),
  };
}

const nameOf = (selector: string, text: string) => (text === '' ? selector : `${selector} with "${text}"`);

/** Returns the text of the first visible match. Runs in the page. */
function textOf(selector: string, text: string): string | undefined {
  const isShown = (element: Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
  return [...document.querySelectorAll(selector)].find(
    (element) => isShown(element) && element.textContent?.includes(text),
  )?.textContent as string | undefined;
}

/**
 * Returns the position of the first visible match. Runs in the page.
 * @param moves whether to scroll the element to the middle of the window first
 */
function placeOf(selector: string, text: string, moves: boolean) {
  const element = [...document.querySelectorAll(selector)].find(
    (each) =>
      each.getClientRects().length > 0 &&
      getComputedStyle(each).visibility === 'visible' &&
      each.textContent?.includes(text),
  );
  if (!element) return undefined;
  if (moves) element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const [box] = element.getClientRects();
  if (!box) return undefined;
  const [x, y] = [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
  const top = document.elementFromPoint(x, y);
  // While one page fades into the next, clicks only reach the root element.
  const isRoot = top === document.documentElement || top === document.body;
  return { x, y, isOnTop: top !== null && (element.contains(top) || (!isRoot && top.contains(element))) };
}
