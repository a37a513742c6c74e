import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Builder, Capabilities, Key as SeleniumKey, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../testing/free-port.ts';
import { RECORD_KEY, takeRecordedErrors } from './error-recorder.ts';
import { type Key, type LaunchOptions, type PageDriver, SIZES, type Size } from './page-driver.ts';

/** Where Debian has what the WebKit of GTK needs. */
export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  readonly xvfb: string;
}

/** MiniBrowser's toolbar is wider than a phone. Without padding and icons it leaves the window as narrow as asked for. */
const SMALL_TOOLBAR = `toolbar, toolbar *, entry, button, image {
  min-width: 0; min-height: 0; margin: 0; border: 0; padding: 0; font-size: 1px; -gtk-icon-transform: scale(0.1);
}`;
const SCREEN = '1600x1200x24';
const START_ATTEMPTS = 100;
const START_PAUSE_MS = 100;

const KEYS: Readonly<Record<Key, string>> = {
  Enter: SeleniumKey.ENTER,
  Escape: SeleniumKey.ESCAPE,
  Shift: SeleniumKey.SHIFT,
};

/**
 * WebKitGTK in MiniBrowser over classic WebDriver, on a screen of its own.
 * Its errors come from the recorder that the gate adds to each page (error-recorder.ts): WebDriver has no log, and an automated
 * session of WebKitGTK writes no console messages.
 */
export async function launchWebKit(
  { driver: program, browser, xvfb }: WebKitPrograms,
  { dark = false }: LaunchOptions = {},
): Promise<PageDriver> {
  await using starting = new AsyncDisposableStack();
  const settings = await gtkSettings();
  starting.defer(() => rm(settings, { recursive: true, force: true }));
  const { display, server } = await startXvfb(xvfb);
  starting.defer(() => end(server));
  const port = await freePort();
  const env = {
    ...process.env,
    DISPLAY: display,
    XDG_CONFIG_HOME: settings,
    GTK_THEME: dark ? 'Adwaita:dark' : 'Adwaita',
    // MiniBrowser runs as root in containers, where its network process cannot reach a session bus.
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  };
  const process_ = spawn(program, [`--port=${port}`], { env, stdio: 'ignore' });
  starting.defer(() => end(process_));
  const driver = await connect(port, browser);
  starting.defer(() => driver.quit().catch(() => {}));
  const capabilities = await driver.getCapabilities();
  const running = starting.move();
  const resize = (size: Size) => resizeTo(driver, size);
  await resize('phone');
  return {
    version: `WebKitGTK ${capabilities.getBrowserVersion()}`,
    open: (url) => driver.get(url),
    run: (script, ...args) => call(driver, script, args),
    async clickAt(x, y) {
      await driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y) })
        .press()
        .release()
        .perform();
    },
    type: (text) => pressKeys(driver, text),
    press: (key) => pressKeys(driver, KEYS[key]),
    resize,
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    takeErrors: () => call(driver, takeRecordedErrors, [RECORD_KEY]),
    close: () => running.disposeAsync(),
  };
}

async function gtkSettings(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-gtk-'));
  await mkdir(join(folder, 'gtk-3.0'));
  await writeFile(join(folder, 'gtk-3.0/gtk.css'), SMALL_TOOLBAR);
  return folder;
}

/** Xvfb chooses a free display and writes its number to the descriptor. */
async function startXvfb(program: string): Promise<{ display: string; server: ChildProcess }> {
  const server = spawn(program, ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const numbers = server.stdio[3] as Readable;
  const ended = once(server, 'exit').then(() => Promise.reject(new Error('Xvfb ended before it had a display.')));
  const [number] = await Promise.race([once(numbers, 'data'), ended]);
  ended.catch(() => {});
  return { display: `:${String(number).trim()}`, server };
}

/** Opens a session as soon as the driver listens. */
async function connect(port: number, browser: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
  });
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
    } catch (error) {
      if (attempt === START_ATTEMPTS || !String(error).includes('ECONNREFUSED')) throw error;
      await wait(START_PAUSE_MS);
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Sets the size of the page: the window is higher by its toolbar. */
async function resizeTo(driver: WebDriver, size: Size): Promise<void> {
  const { width, height } = SIZES[size];
  await driver.manage().window().setRect({ width, height });
  const inner = await driver.executeScript<number>('return innerHeight');
  await driver
    .manage()
    .window()
    .setRect({ width, height: 2 * height - inner });
}

async function pressKeys(driver: WebDriver, text: string): Promise<void> {
  await driver.actions().sendKeys(text).perform();
}

type Outcome<R> = { readonly value: R } | { readonly error: string };

async function call<A extends unknown[], R>(
  driver: WebDriver,
  script: (...args: A) => R | Promise<R>,
  args: A,
): Promise<R> {
  const outcome = await driver.executeAsyncScript<Outcome<R>>(
    `const done = arguments[arguments.length - 1];
    (async () => (${script})(...arguments[0]))().then((value) => done({ value }), (error) => done({ error: String(error) }));`,
    args,
  );
  if ('error' in outcome) throw new Error(outcome.error);
  return outcome.value;
}
