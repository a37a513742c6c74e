import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '#src/lib/log.ts';
import { print, printError, showProgress, withVisibleControls } from '#src/lib/print.ts';
import { examples } from '../../slow-tests.ts';

/** A title that would clear the screen, change the window title, move the cursor and reverse the text after it. */
const HOSTILE = '\u001b[2J\u001b]0;Owned\u0007\u009b1A\r\u202eknaB\u2066\u0000';
const VISIBLE = String.raw`\u001b[2J\u001b]0;Owned\u0007\u009b1A\u000d\u202eknaB\u2066\u0000`;
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

const written = { stdout: '', stderr: '' };
const record = (name: keyof typeof written) =>
  vi.spyOn(process[name], 'write').mockImplementation((text) => {
    written[name] += String(text);
    return true;
  });
const recorded = (work: () => void) => {
  Object.assign(written, { stdout: '', stderr: '' });
  record('stdout');
  record('stderr');
  work();
  vi.restoreAllMocks();
  return { ...written };
};

afterEach(() => vi.restoreAllMocks());

describe('the output of commands', () => {
  it('shows control characters and changes of direction as escapes', () => {
    expect(withVisibleControls(HOSTILE)).toBe(VISIBLE);
    expect(recorded(() => print(`"${HOSTILE}"\n`))).toEqual({ stdout: `"${VISIBLE}"\n`, stderr: '' });
    expect(recorded(() => printError(HOSTILE))).toEqual({ stdout: '', stderr: VISIBLE });
  });

  it('keeps line feeds, tabs and letters of every script', () => {
    const text = 'a\tb\n《渡口》 שלום \u200fعربي\u200e é 👩\u200d🚀 ␛\n';
    expect(withVisibleControls(text)).toBe(text);
  });

  it('does not change the values in JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = withVisibleControls(JSON.stringify({ text }));
        expect(JSON.parse(json)).toEqual({ text });
        expect(json).not.toMatch(CONTROLS);
      }),
      { numRuns: examples(1000) },
    );
  });

  it('replaces a line of a terminal, and shows no progress elsewhere', () => {
    const { isTTY } = process.stderr;
    process.stderr.isTTY = true;
    expect(recorded(() => showProgress(HOSTILE)).stderr).toBe(`\r\u001b[K${VISIBLE}`);
    process.stderr.isTTY = false;
    expect(recorded(() => showProgress(HOSTILE)).stderr).toBe('');
    process.stderr.isTTY = isTTY;
  });
});

describe('the log', () => {
  it.each([true, false])('shows control characters as escapes, on a terminal: %s', (isTerminal) => {
    const { isTTY } = process.stderr;
    process.stderr.isTTY = isTerminal;
    const { stderr } = recorded(() => createLog().info(`read ${HOSTILE}`, { title: HOSTILE }));
    process.stderr.isTTY = isTTY;
    expect(stderr).toContain('knaB');
    expect(stderr.replace(/\n$/, '')).not.toMatch(CONTROLS);
  });
});
