import { glob, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ConfigError, EXIT, isMissing, LecternError, messageOf } from '#src/lib/errors.ts';

const SRC = new URL('../../../src/', import.meta.url);

class SampleError extends LecternError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('SAMPLE', message, options);
  }
}

describe('LecternError', () => {
  it('has a code, a cause and the exit code 1', () => {
    const cause = new TypeError('x is not a function');
    const error = new SampleError('The sample failed.', { cause });
    expect(error).toMatchObject({ code: 'SAMPLE', message: 'The sample failed.', cause, exitCode: EXIT.failure });
  });

  it('has the name of its subclass', () => {
    expect(new SampleError('The sample failed.').name).toBe('SampleError');
  });

  it('is the only class in src that extends Error directly', async () => {
    const direct: string[] = [];
    for await (const file of glob('**/*.{ts,tsx}', { cwd: SRC, exclude: ['**/node_modules'] })) {
      const text = await readFile(new URL(file, SRC), 'utf8');
      for (const [, name = ''] of text.matchAll(/\bclass (\w+) extends Error\b/g)) direct.push(name);
    }
    expect(direct).toEqual(['LecternError']);
  });
});

describe('ConfigError', () => {
  it('ends a command with the exit code for incorrect usage', () => {
    expect(new ConfigError('There is no such brand.')).toMatchObject({ code: 'CONFIG', exitCode: EXIT.usage });
  });
});

describe('isMissing', () => {
  it.each([
    [Object.assign(new Error('no such file'), { code: 'ENOENT' }), true],
    [Object.assign(new Error('not allowed'), { code: 'EACCES' }), false],
    [new Error('no such file'), false],
    ['ENOENT', false],
  ])('for %s returns %s', (error, missing) => {
    expect(isMissing(error)).toBe(missing);
  });
});

describe('messageOf', () => {
  it('returns the message of an error, and converts anything else to text', () => {
    expect([messageOf(new Error('gone')), messageOf('gone'), messageOf(undefined)]).toEqual([
      'gone',
      'gone',
      'undefined',
    ]);
  });
});
