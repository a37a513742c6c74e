import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommand } from '#src/lib/cli.ts';
import { ConfigError, EXIT, LecternError } from '#src/lib/errors.ts';

const argv = process.argv;
let out: string;
let err: string;

beforeEach(() => {
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
  process.argv = argv;
  process.exitCode = undefined;
});

const options = { brand: { type: 'string' }, json: { type: 'boolean' } } as const;

/** @returns the exit code */
async function run(args: string[], work: () => Promise<number | void> = async () => {}): Promise<unknown> {
  process.argv = ['node', 'command', ...args];
  await runCommand({ help: '\nDoes a thing.\n\nUsage: thing\n', options, run: work });
  const code = process.exitCode;
  process.exitCode = undefined;
  return code;
}

describe('runCommand', () => {
  it('hands on what it was given and ends with 0', async () => {
    const seen: unknown[] = [];
    process.argv = ['node', 'command', '--brand', 'tibok', 'one', '--json', 'two'];
    await runCommand({ help: '', options, positionals: true, run: async (...given) => void seen.push(...given) });
    expect(seen).toEqual([{ brand: 'tibok', json: true }, ['one', 'two']]);
    expect(process.exitCode).toBe(EXIT.done);
  });

  it('prints its help and does nothing', async () => {
    const work = vi.fn(async () => {});
    for (const flag of ['--help', '-h']) await run([flag], work);
    expect(work).not.toHaveBeenCalled();
    expect(out).toBe('Does a thing.\n\nUsage: thing\n'.repeat(2));
  });

  it.each([
    ['what the command says', async () => 4, 4, ''],
    ['2 for wrong configuration', () => Promise.reject(new ConfigError('No such brand.')), 2, 'No such brand.\n'],
    [
      'the code of our own errors',
      () => Promise.reject(new LecternError('X', 'Upstream gone.', { exitCode: EXIT.upstream })),
      3,
      'Upstream gone.\n',
    ],
  ])('ends with %s', async (_title, work, code, said) => {
    expect(await run([], work)).toBe(code);
    expect(err).toBe(said);
  });

  it('ends with 1 and where it happened for anything unexpected', async () => {
    expect(await run([], () => Promise.reject(new TypeError('x is not a function')))).toBe(EXIT.failure);
    expect(err).toMatch(/^x is not a function\nTypeError: x is not a function\n {4}at /);
  });

  it('refuses arguments where it takes none', async () => {
    const work = vi.fn(async () => {});
    expect(await run(['local'], work)).toBe(EXIT.usage);
    expect(work).not.toHaveBeenCalled();
    expect(err).toMatch(/'local'.*Use --help/s);
  });

  it('refuses an option that is not there and points to the help', async () => {
    expect(await run(['--nope'])).toBe(EXIT.usage);
    expect(err).toMatch(/--nope.*Use --help/s);
  });
});
