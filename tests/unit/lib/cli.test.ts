import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { portError, runCommand, untilTerminated } from '#src/lib/cli.ts';
import { ConfigError, EXIT, LecternError } from '#src/lib/errors.ts';

const argv = process.argv;
const EVENTS = ['exit', 'SIGTERM', 'SIGINT', 'disconnect'] as const;
const listenersOf = (event: string) => process.listeners(event as 'exit') as (() => void)[];
let before: Map<string, unknown[]>;
let out: string;
let err: string;

beforeEach(() => {
  before = new Map(EVENTS.map((event) => [event, listenersOf(event)]));
  [out, err] = ['', ''];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
});
afterEach(() => {
  for (const event of EVENTS) for (const listener of added(event)) process.off(event, listener);
  process.argv = argv;
  process.exitCode = undefined;
});

/** Listeners that a test has added to process events. */
const added = (event: string) => listenersOf(event).filter((listener) => !before.get(event)?.includes(listener));

const options = { brand: { type: 'string' }, json: { type: 'boolean' } } as const;

/**
 * Runs a command.
 * @returns the exit code
 */
async function run(args: string[], work: () => Promise<number | void> = async () => {}): Promise<unknown> {
  process.argv = ['node', 'command', ...args];
  await runCommand({ help: '\nDoes a thing.\n\nUsage: thing\n', options, run: work });
  const code = process.exitCode;
  process.exitCode = undefined;
  return code;
}

describe('runCommand', () => {
  it('passes the arguments to the command and exits with 0', async () => {
    const seen: unknown[] = [];
    process.argv = ['node', 'command', '--brand', 'tibok', 'one', '--json', 'two'];
    await runCommand({ help: '', options, positionals: true, run: async (...args) => void seen.push(...args) });
    expect(seen).toEqual([{ brand: 'tibok', json: true }, ['one', 'two']]);
    expect(process.exitCode).toBe(EXIT.done);
  });

  it('prints the help of the command without running it', async () => {
    const work = vi.fn(async () => {});
    for (const flag of ['--help', '-h']) await run([flag], work);
    expect(work).not.toHaveBeenCalled();
    expect(out).toBe('Does a thing.\n\nUsage: thing\n'.repeat(2));
  });

  it.each([
    ['the code returned by the command', async () => 4, 4, ''],
    ['2 for an invalid configuration', () => Promise.reject(new ConfigError('No such brand.')), 2, 'No such brand.\n'],
    [
      'the exit code of a LecternError',
      () => Promise.reject(new LecternError('X', 'Upstream gone.', { exitCode: EXIT.upstream })),
      3,
      'Upstream gone.\n',
    ],
  ])('exits with %s', async (_title, work, code, message) => {
    expect(await run([], work)).toBe(code);
    expect(err).toBe(message);
  });

  it('exits with 1 and prints the stack for an unexpected error', async () => {
    expect(await run([], () => Promise.reject(new TypeError('x is not a function')))).toBe(EXIT.failure);
    expect(err).toMatch(/^x is not a function\nTypeError: x is not a function\n {4}at /);
  });

  it('rejects arguments if the command takes none', async () => {
    const work = vi.fn(async () => {});
    expect(await run(['local'], work)).toBe(EXIT.usage);
    expect(work).not.toHaveBeenCalled();
    expect(err).toMatch(/'local'.*Use --help/s);
  });

  it('rejects an unknown option and refers to the help', async () => {
    expect(await run(['--nope'])).toBe(EXIT.usage);
    expect(err).toMatch(/--nope.*Use --help/s);
  });
});

describe('a command that cannot write its output', () => {
  const systemError = (code: string) => Object.assign(new Error(`${code}: write`), { code, syscall: 'write' });

  /**
   * Runs a command that ends with `code`.
   * @returns the exit code of the process
   */
  async function exitCodeAfter(code: number | void, fail: () => void): Promise<unknown> {
    await runCommand({ help: '', options, run: async () => code });
    fail();
    for (const listener of added('exit')) listener();
    const exitCode = process.exitCode;
    process.exitCode = undefined;
    return exitCode;
  }
  beforeEach(() => {
    process.argv = ['node', 'command'];
  });

  it('fails even if it has done its work, and explains why', async () => {
    expect(await exitCodeAfter(undefined, () => process.stdout.emit('error', systemError('ENOSPC')))).toBe(
      EXIT.failure,
    );
    expect(err).toMatch(/^The disk is full\./);
  });

  it('fails without a message if the program that reads its output closed the pipe', async () => {
    expect(await exitCodeAfter(undefined, () => process.stdout.emit('error', systemError('EPIPE')))).toBe(EXIT.failure);
    expect(err).toBe('');
  });

  it('keeps its own exit code if it failed', async () => {
    expect(await exitCodeAfter(EXIT.upstream, () => process.stdout.emit('error', systemError('EPIPE')))).toBe(
      EXIT.upstream,
    );
  });

  it('succeeds if only standard error cannot be written', async () => {
    expect(await exitCodeAfter(undefined, () => process.stderr.emit('error', systemError('EPIPE')))).toBe(EXIT.done);
  });
});

describe('runCommand for an error that a command throws', () => {
  it('prints what to do if the disk is full, without a stack trace', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    });
    expect(await run([], () => Promise.reject(full))).toBe(EXIT.failure);
    expect(err).toMatch(/^The disk is full\. [^\n]*\n$/);
  });

  it('prints a value that is not an Error', async () => {
    expect(await run([], () => Promise.reject('gone'))).toBe(EXIT.failure);
    expect(err).toBe('gone\n');
  });
});

describe('untilTerminated', () => {
  it.each(['SIGTERM', 'SIGINT', 'disconnect'] as const)(
    'resolves after %s and removes its listeners',
    async (event) => {
      let isOver = false;
      const over = untilTerminated().then(() => {
        isOver = true;
      });
      await Promise.resolve();
      expect([isOver, ...EVENTS.slice(1).map((one) => added(one).length)]).toEqual([false, 1, 1, 1]);
      for (const listener of added(event)) listener();
      await over;
      expect(EVENTS.slice(1).map((one) => added(one).length)).toEqual([0, 0, 0]);
    },
  );
});

describe('portError', () => {
  it('returns a ConfigError that explains what to do if the port is in use', () => {
    const error = portError(Object.assign(new Error('listen'), { code: 'EADDRINUSE' }), 4321);
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message).toContain('Port 4321 is in use');
  });

  it('returns any other error unchanged', () => {
    const other = Object.assign(new Error('listen'), { code: 'EACCES' });
    expect(portError(other, 80)).toBe(other);
  });
});
