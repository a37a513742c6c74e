import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWriter, openStore, type Store } from '#src/api/index.ts';
import { command as content } from '#src/commands/content/content.command.ts';
import { command as importing } from '#src/commands/content/import.command.ts';
import { command as doctor } from '#src/commands/doctor/doctor.command.ts';
import { command as nights } from '#src/commands/nights/nights.command.ts';
import { type Command, runCommand } from '#src/lib/cli.ts';
import { silentLog } from '#src/lib/log.ts';
import { beginNight } from '#src/publish/nights/index.ts';
import { book, chapter } from './fixture.ts';

/** Clears the screen, sets the title of the window, and reverses the text after it. */
const HOSTILE = 'Moon\u001b[2J\u001b]0;x\u0007\u009b1A\u202e';
const VISIBLE = String.raw`Moon\u001b[2J\u001b]0;x\u0007\u009b1A\u202e`;
const CONTROLS = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

let folder: string;
let opened: Store;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-output-'));
  opened = await openStore(join(folder, 'api'));
  const writer = createWriter(opened);
  const author = { name: `Ann ${HOSTILE}`, introduction: '' };
  await writer.transaction(() =>
    writer.putBook(book('text:moon', { title: HOSTILE, author, cover: null, chapters: [chapter(HOSTILE)] })),
  );
});
afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  vi.stubEnv('LECTERN_STATE', folder);
  vi.stubEnv('LECTERN_UPSTREAM', undefined);
});

/** Runs a command with its arguments, as npm does. @returns what it wrote to standard output and standard error */
async function run<const O extends ParseArgsOptionsConfig>(command: Command<O>, args: readonly string[]) {
  const argv = process.argv;
  let written = '';
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      written += String(text);
      return true;
    }),
  );
  try {
    parseArgs({ options: command.options, args: [...args], allowPositionals: true });
    process.argv = ['node', 'command', ...args];
    await runCommand(command);
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.argv = argv;
    process.exitCode = undefined;
  }
  return written;
}

describe('the output of a command for titles and names with terminal sequences', () => {
  it.each([
    ['list', ['list']],
    ['list as JSON', ['list', '--json']],
    ['show', ['show', '1']],
    ['show as JSON', ['show', '1', '--json']],
    ['edit', ['edit', '1', '--introduction=Dark']],
    ['log', ['log']],
  ])('shows the sequences as escapes: content %s', async (_name, args) => {
    const written = await run(content, args);
    expect(written).toContain(VISIBLE);
    expect(written).not.toMatch(CONTROLS);
  });

  it.each([
    ['import', []],
    ['import --json', ['--json']],
    ['import --preview', ['--preview']],
    ['import --preview --json', ['--preview', '--json']],
  ])('shows the sequences as escapes: %s', async (_name, switches) => {
    const file = join(folder, `${HOSTILE.replaceAll('/', '')}.md`);
    await writeFile(
      file,
      `# ${HOSTILE.replaceAll('\u0007', '')}\n\nby Ann ${HOSTILE}\n\n## One ${HOSTILE}\n\nIt rained ${HOSTILE}.\n`,
    );
    const refused = join(folder, `${HOSTILE}.exe`);
    await writeFile(refused, 'x');
    const written = await run(importing, [...switches, file, refused]);
    expect(written).toContain(`${VISIBLE}.exe`);
    expect(written).toContain(String.raw`\u001b[2J`);
    expect(written).not.toMatch(CONTROLS);
  });

  it.each([[[]], [['--json']]])('shows the sequences as escapes: nights %j', async (switches) => {
    beginNight({ state: folder, brand: HOSTILE, mode: 'full', log: silentLog }).progress(`rendering ${HOSTILE}`);
    const written = await run(nights, switches);
    expect(written).toContain(VISIBLE);
    expect(written).not.toMatch(CONTROLS);
  });

  it.each([[[]], [['--json']]])('shows the sequences as escapes: doctor %j', async (switches) => {
    vi.stubEnv('LECTERN_STATE', join(folder, HOSTILE, 'state'));
    vi.stubEnv('LECTERN_UPSTREAM', `https://${HOSTILE}`);
    const written = await run(doctor, switches);
    expect(written).toContain(String.raw`\u001b[2J`);
    expect(written).not.toMatch(CONTROLS);
  });

  it('shows the sequences in error messages as escapes', async () => {
    const written = await run(content, ['show', HOSTILE]);
    expect(written).toContain(VISIBLE);
    expect(written).not.toMatch(CONTROLS);
  });
});
