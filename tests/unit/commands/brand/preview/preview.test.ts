import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileOf, planShots } from '../../../../../scripts/screenshots/plan.ts';
import { SCREENS } from '../../../../../scripts/screenshots/screens.ts';
import { type Preview, startPreview } from '../../../../../src/commands/brand/preview/preview.ts';

const shots = planShots(SCREENS, [{ id: 'demo' }], { only: ['home', 'novel'], brand: ['demo'] });
const files = shots.map(fileOf);

let root: string;
let preview: Preview;
let rounds: AbortSignal[];
/** Ends the current round of screenshots, with the errors of the brand. */
let finish: (wrong: string) => void;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'lectern-preview-'));
  mkdirSync(join(root, 'brand/assets'), { recursive: true });
  rounds = [];
  const take = (signal: AbortSignal) => {
    rounds.push(signal);
    return new Promise<string>((resolve) => {
      finish = resolve;
      signal.addEventListener('abort', () => resolve(''));
    });
  };
  preview = await startPreview({ folder: join(root, 'brand'), pictures: join(root, 'pictures'), shots, take, port: 0 });
});
afterEach(async () => {
  await preview.close();
  rmSync(root, { recursive: true, force: true });
});

const ask = (path: string) => fetch(`http://127.0.0.1:${preview.port}${path}`);

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Opens the event stream of the preview page. `received` returns the events sent so far. */
async function listen(): Promise<{ received: () => string; stop: () => void }> {
  const stop = new AbortController();
  const response = await fetch(`http://127.0.0.1:${preview.port}/events`, { signal: stop.signal });
  let text = '';
  const read = async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  };
  void read().catch(() => undefined);
  return { received: () => text, stop: () => stop.abort() };
}

describe('npm run brand -- preview', { timeout: 60_000 }, () => {
  it('shows an image of each screen in day and night mode, on a phone and a desktop', async () => {
    const html = await (await ask('/')).text();
    expect(files).toHaveLength(8);
    for (const file of files) expect(html).toContain(`src="/pictures/${file}"`);
    expect(html.match(/<h2>/g)).toHaveLength(2);
  });

  it('serves the images of its screens after they are taken, and no other files', async () => {
    const [file = ''] = files;
    expect((await ask(`/pictures/${file}`)).status).toBe(404);
    put(`pictures/${file}`, 'png');
    put('pictures/index.html', 'other');
    put('secret.png', 'secret');
    expect(await (await ask(`/pictures/${file}`)).text()).toBe('png');
    for (const path of ['index.html', '..%2Fsecret.png', 'home/other-day-phone.png'])
      expect((await ask(`/pictures/${path}`)).status).toBe(404);
  });

  it('reports new images and errors to the open preview page', async () => {
    const { received, stop } = await listen();
    await until(() => rounds.length === 1);
    put(`pictures/${files[1]}`, 'png');
    await until(() => received().includes(JSON.stringify({ picture: files[1] })));
    finish('brand.ts:3: colours.accent: must be a colour');
    await until(() => received().includes('brand.ts:3: colours.accent'));
    // A page that is opened later receives these events too.
    const later = await listen();
    await until(() => later.received().includes('brand.ts:3: colours.accent'));
    stop();
    later.stop();
  });

  it('retakes all images when a file of the brand changes, and aborts the current round', async () => {
    await until(() => rounds.length === 1);
    put('brand/assets/logo.svg', '<svg/>');
    put('brand/layout.css', 'a {}');
    await until(() => rounds.length === 2);
    expect(rounds.map(({ aborted }) => aborted)).toEqual([true, false]);
    await preview.close();
    expect(rounds.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});
