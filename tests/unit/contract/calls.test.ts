import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CALLS, REQUIRED_CALLS } from '#src/contract/index.ts';

const SRC = join(import.meta.dirname, '../../../src');

const filesOf = async (folder: string) =>
  (await readdir(join(SRC, folder))).filter((file) => file.endsWith('.ts') && file !== 'index.ts').sort();

/** Returns a module's exported objects whose `key` is a string. */
async function exportsWith(path: string, key: string): Promise<unknown[]> {
  const module: Record<string, unknown> = await import(join(SRC, path));
  return Object.values(module).filter((value) => typeof value === 'object' && value !== null && key in value);
}

describe('the list of all calls', () => {
  it('contains each call defined in src/contract/calls once', async () => {
    const files = await filesOf('contract/calls');
    const defined = (await Promise.all(files.map((file) => exportsWith(`contract/calls/${file}`, 'empty')))).flat();
    expect(defined.length).toBeGreaterThan(50);
    expect(new Set(CALLS)).toEqual(new Set(defined));
    expect(new Set(CALLS.map(({ name }) => name)).size).toBe(defined.length);
    expect(CALLS).toHaveLength(defined.length);
  });

  it('starts with the twelve required calls and is sorted by name', () => {
    expect(REQUIRED_CALLS).toHaveLength(12);
    expect(CALLS.slice(0, 12)).toEqual(REQUIRED_CALLS);
    const names = CALLS.slice(12).map(({ name }) => name);
    expect(names).toEqual([...names].sort());
  });

  it('defines a fallback for every optional call and for no required call', () => {
    for (const { name, required, fallback } of CALLS) expect(fallback === undefined, name).toBe(required);
  });

  it('is the only place that defines whether the failure of a call notifies the visitor', async () => {
    const files = (await readdir(SRC, { recursive: true })).filter((file) => /^(?!.*node_modules).*\.tsx?$/.test(file));
    const own = [];
    for (const file of files) if (/quiet:/.test(await readFile(join(SRC, file), 'utf8'))) own.push(file);
    expect(own).toEqual([]);
    const notified = CALLS.filter(({ onFailure }) => onFailure === 'notify').map(({ name }) => name);
    expect(notified).toEqual(expect.arrayContaining(['event.help_click', 'share.create', 'search.multi']));
    expect(notified).not.toContain('library.sync');
  });

  it('notifies visitors only of failed calls that they wait for', () => {
    const quiet = {
      'auth.logout': 'the device has already deleted the session',
      'auth.options': 'the form shows the sign-in options that it knows',
      'auth.refresh': 'sent before another call, which reports its own failure',
      'book.brief': 'counts of new chapters, which the page requests by itself',
      'book.figures': 'only rebuilds read it',
      'book.show': 'the campaign page and downloads continue without it',
      'book.similar': 'only rebuilds read it',
      'book.trending': 'only rebuilds read it',
      'device.register': 'sent after a sign-in, by the page',
      'event.inviteActivityHelpPage': 'refreshes what the page already shows',
      'history.sync': 'sent in the background; the library says whether it is in sync',
      'library.sync': 'sent in the background; the library says whether it is in sync',
      'push.key': 'requested before the page offers notifications',
      'push.unsubscribe': 'the browser has already ended the subscription',
      'brand.settings': 'only rebuilds read it',
      'search.popular': 'suggestions shown before anything is typed',
      'search.typed': 'counts a search',
      'visit.page_view': 'counts a view',
    };
    const logged = CALLS.filter(({ onFailure }) => onFailure === 'log').map(({ name }) => name);
    expect(logged.sort()).toEqual(Object.keys(quiet).sort());
  });
});
