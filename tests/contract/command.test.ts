import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { CALLS } from '#src/contract/index.ts';
import { type Spoil, startMinimalUpstream } from '../helpers/minimal-upstream.ts';
import { breakField } from '../helpers/schema-fields.ts';

const script = fileURLToPath(new URL('../../scripts/contract.ts', import.meta.url));

function contract(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...args], (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, stdout, stderr });
    });
  });
}

let close = async () => {};
afterEach(() => close());

async function upstream(spoil?: Spoil): Promise<string> {
  const server = await startMinimalUpstream(spoil);
  close = server.close;
  return `${server.origin}/freenovel_api/`;
}

/** Number of calls that an upstream need not support. */
const OPTIONAL = CALLS.filter(({ required }) => !required).length;

describe('npm run contract', () => {
  it('exits with 0 for a conforming upstream and prints every call', async () => {
    const { code, stdout, stderr } = await contract('--url', await upstream());
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^passed {2}GET {2}book\.show +required$/m);
    expect(stdout).toMatch(/^absent {2}GET {2}chapter\.show +optional$/m);
    expect(stdout).toContain(`required: 12 passed, 0 failed; optional: 0 passed, 0 failed, ${OPTIONAL} absent`);
  });

  it('exits with 1 if a field is invalid, and with --json prints only JSON that names this field', async () => {
    const url = await upstream((name, body) => {
      if (name === 'author.home') breakField(body, ['data', 'books', 'items', '*', 'words'], 'wrong');
      return body;
    });
    const { code, stdout, stderr } = await contract('--url', url, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      required: { passed: 11, failed: 1 },
      optional: { passed: 0, failed: 0, absent: OPTIONAL },
    });
    expect(stderr).toMatch(/^failed {2}GET {2}author\.home/m);
    expect(stderr).toContain('data.books.items.0.words is true, expected number');
    expect(stderr).toContain('GET /freenovel_api/v1/author.home?author_id=');
  });

  it('checks only the call given with --call', async () => {
    const { code, stdout } = await contract('--url', await upstream(), '--call', 'book.show', '--json');
    expect([code, JSON.parse(stdout).required]).toEqual([0, { passed: 1, failed: 0 }]);
  });

  it('fails if the section has no content to check', async () => {
    const { code, stdout } = await contract('--url', await upstream(), '--section', '9');
    expect(code).toBe(1);
    expect(stdout).toContain("data not checked: the upstream's lists have no book");
  });

  it.each([
    ['a missing URL', []],
    ['an invalid URL', ['--url', 'api.example.com']],
    ['a section that is not a number', ['--url', 'http://127.0.0.1:1', '--section', 'seven']],
    ['an unknown call', ['--url', 'http://127.0.0.1:1', '--call', 'book.burn']],
    ['an unknown option', ['--uri', 'x']],
  ])('exits with 2 for %s', async (_name, args) => {
    const { code, stdout, stderr } = await contract(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).not.toBe('');
  });

  it('exits with 3 if the upstream does not respond', async () => {
    const { code, stderr } = await contract('--url', 'http://127.0.0.1:1/public');
    expect(code).toBe(3);
    expect(stderr).toContain('The upstream cannot be reached');
  });

  it('prints its help', async () => {
    const { code, stdout } = await contract('--help');
    expect(code).toBe(0);
    expect(stdout).toContain('npm run contract -- --url URL');
  });
});
