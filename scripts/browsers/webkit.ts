import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Builder, Capabilities, Key as SeleniumKey, type WebDriver } from 'selenium-webdriver';
import { messageOf } from '#src/lib/errors.ts';
import { freePort } from '../testing/free-port.ts';
import { RECORD_KEY, takeRecordedErrors } from './error-recorder.ts';
import { type Key, type LaunchOptions, type PageDriver, SIZES, type Size } from './page-driver.ts';
import type { WebKitPrograms } from './programs.ts';

/**
 * Style sheet for MiniBrowser, whose toolbar is otherwise wider than a phone. Without padding and icons, the window can
 * have the requested width.
 */
const SMALL_TOOLBAR = `toolbar, toolbar *, entry, button, image {
  min-width: 0; min-height: 0; margin: 0; border: 0; padding: 0; font-size: 1px; -gtk-icon-transform: scale(0.1);
}`;
const SCREEN = '1600x1200x24';
/** Time limit for starting the driver, in ms: long enough for a machine that runs all tests in parallel. */
const START_LIMIT_MS = 120_000;
const START_PAUSE_MS = 100;
/** Maximum attempts to start the driver. If another program takes the port first, the driver exits. */
const START_ATTEMPTS = 3;
/** Time limit for scripts, in ms. On a busy machine, the default of 30 s would abort scripts even if the page works. */
const SCRIPT_LIMIT_MS = 120_000;

const KEYS: Readonly<Record<Key, string>> = {
  Enter: SeleniumKey.ENTER,
  Escape: SeleniumKey.ESCAPE,
  Shift: SeleniumKey.SHIFT,
};

/**
 * Starts WebKitGTK in MiniBrowser, controlled over classic WebDriver, on a virtual screen. Errors come from the
 * recorder that the gate adds to each page (error-recorder.ts), because WebDriver has no log, and an automated session
 * of WebKitGTK writes no console messages.
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
  const env = {
    ...process.env,
    DISPLAY: display,
    XDG_CONFIG_HOME: settings,
    GTK_THEME: dark ? 'Adwaita:dark' : 'Adwaita',
    // MiniBrowser runs as root in containers, in which its network process cannot reach a session bus.
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  };
  const { driver, server: driverProcess } = await startDriver(program, browser, env);
  starting.defer(() => end(driverProcess));
  starting.defer(() => driver.quit().catch(() => {}));
  await driver.manage().setTimeouts({ script: SCRIPT_LIMIT_MS });
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

interface StartedDriver {
  readonly driver: WebDriver;
  readonly server: ChildProcess;
}

/** @throws Error with the driver's output if the driver exits before a session is open */
async function startDriver(program: string, browser: string, env: NodeJS.ProcessEnv): Promise<StartedDriver> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const server = spawn(program, [`--port=${port}`], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    server.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    const ended = once(server, 'exit').then(() => undefined);
    const driver = await Promise.race([connect(port, browser, () => hasEnded(server)), ended]).catch(async (error) => {
      await end(server);
      throw new Error(`${messageOf(error)}${output === '' ? '' : `; WebKitWebDriver: ${output.trim()}`}`);
    });
    if (driver) return { driver, server };
    if (attempt === START_ATTEMPTS)
      throw new Error(`WebKitWebDriver ended ${attempt} times at its start: ${output.trim()}`);
  }
}

/** Opens a session as soon as the driver is listening. */
async function connect(port: number, browser: string, isGivenUp: () => boolean): Promise<WebDriver | undefined> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
  });
  const deadline = performance.now() + START_LIMIT_MS;
  while (!isGivenUp()) {
    try {
      return await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
    } catch (error) {
      if (performance.now() > deadline || !String(error).includes('ECONNREFUSED')) throw error;
      await wait(START_PAUSE_MS);
    }
  }
  return undefined;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Sets the size of the page. Because of its toolbar, the window must be higher than the page. */
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
