import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLog, type Log, type LogLevel, readableLine, silentLog } from '#src/lib/log.ts';
import { withRequestId } from '#src/lib/request-id.ts';

function linesOf(level: LogLevel, write: (log: Log) => void): string[] {
  const lines: string[] = [];
  write(createLog(level, (line) => lines.push(line)));
  return lines;
}

const parsed = (level: LogLevel, write: (log: Log) => void) =>
  linesOf(level, write).map((line) => JSON.parse(line) as Record<string, unknown>);

describe('createLog', () => {
  it('writes one line of JSON with level, time, fields and message', () => {
    const [line = ''] = linesOf('info', (log) => log.warn('slow', { ms: 12, call: 'book.show' }));
    expect(line.endsWith('}\n')).toBe(true);
    const { time, ...rest } = JSON.parse(line);
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(rest).toEqual({ level: 'warn', ms: 12, call: 'book.show', msg: 'slow' });
  });

  it('omits messages below its level', () => {
    const entries = parsed('warn', (log) => {
      log.debug('a');
      log.info('b');
      log.warn('c', {});
      log.error('d');
    });
    expect(entries.map(({ level, msg }) => [level, msg])).toEqual([
      ['warn', 'c'],
      ['error', 'd'],
    ]);
  });

  it('writes a message with line breaks on one line', () => {
    const [line] = linesOf('info', (log) => log.info('one\r\ntwo', { text: 'three\nfour' }));
    expect(line?.match(/\n/g)).toHaveLength(1);
  });

  it('adds the fields of a child logger to its messages', () => {
    const [entry] = parsed('info', (log) => log.child({ requestId: 'r1' }).info('served', { status: 200 }));
    expect(entry).toMatchObject({ requestId: 'r1', status: 200, msg: 'served' });
  });

  it.each([
    ['a field', { token: 'hidden' }],
    ['a nested field', { headers: { authorization: 'Bearer hidden', cookie: 'a=hidden' } }],
    ['a deeply nested field', { request: { headers: { 'set-cookie': 'hidden' } } }],
  ])('never writes a secret in %s', (_where, fields) => {
    const [line] = linesOf('info', (log) => log.info('asked', fields));
    expect(line).toContain('[redacted]');
    expect(line).not.toContain('hidden');
  });

  it.each([
    'authorization',
    'Authorization',
    'cookie',
    'Cookie',
    'set-cookie',
    'Set-Cookie',
    'password',
    'secret',
    'token',
    'accessToken',
    'access_token',
    'refreshToken',
    'refresh_token',
    'id_token',
    'privateKey',
  ])('never writes the value of the field %s', (name) => {
    const [entry] = parsed('info', (log) => log.info('asked', { [name]: 'hidden', call: { [name]: 'hidden' } }));
    expect(entry).toMatchObject({ [name]: '[redacted]', call: { [name]: '[redacted]' } });
  });

  it('adds the id of the current request', () => {
    const [entry] = parsed('info', (log) => withRequestId('request-0001', () => log.info('served')));
    expect(entry).toMatchObject({ requestId: 'request-0001', msg: 'served' });
  });

  it('never writes a token in a URL', () => {
    const [line] = linesOf('info', (log) =>
      log.info('asked /v1/share.resolve?token=hidden&lang=en-us', { target: '/shared?section=7&token=hidden' }),
    );
    expect(line).toContain('?token=[redacted]&lang=en-us');
    expect(line).not.toContain('hidden');
  });

  it('never writes a bearer token that is part of a message', () => {
    const [line] = linesOf('info', (log) => log.info('refused: Bearer abc.DEF-123= is unknown'));
    expect(line).toContain('refused: Bearer [redacted] is unknown');
  });
});

describe('readableLine', () => {
  it('writes time, level, message and fields on one line', () => {
    const line = '{"level":"warn","time":"2026-01-02T03:04:05.678Z","ms":12,"msg":"slow\\ncall"}\n';
    expect(readableLine(line)).toBe('2026-01-02T03:04:05.678Z warn slow call {"ms":12}\n');
  });

  it('ends with the message if there are no fields, and converts line breaks to spaces', () => {
    const line = '{"level":"warn","time":"2026-01-02T03:04:05.678Z","msg":"slow\\r\\ncall"}\n';
    expect(readableLine(line)).toBe('2026-01-02T03:04:05.678Z warn slow call\n');
  });
});

describe('log lines on standard error', () => {
  const isTty = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');
  afterEach(() => {
    vi.doUnmock('node:fs');
    vi.doUnmock('node:worker_threads');
    vi.resetModules();
    if (isTty) Object.defineProperty(process.stderr, 'isTTY', isTty);
    else Reflect.deleteProperty(process.stderr, 'isTTY');
  });

  type Kind = 'file' | 'pipe' | 'socket' | 'closed';

  /** Writes a line at the default level, and returns what was written to the file and to the stream. */
  async function written(kind: Kind, { isMainThread = true, isTTY = false, isFull = false } = {}) {
    const [toFile, toStream]: string[][] = [[], []];
    vi.resetModules();
    vi.doMock('node:worker_threads', () => ({ isMainThread }));
    vi.doMock('node:fs', () => ({
      fstatSync: () => {
        if (kind === 'closed') throw new Error('EBADF');
        return { isFIFO: () => kind === 'pipe', isSocket: () => kind === 'socket' };
      },
      writeSync: (descriptor: number, line: string) => {
        if (isFull) throw new Error('ENOSPC');
        toFile?.push(`${descriptor} ${line}`);
      },
    }));
    Object.defineProperty(process.stderr, 'isTTY', { value: isTTY, configurable: true });
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => (toStream?.push(String(line)) ?? 0) > 0);
    const { createLog: createLogAnew } = await import('#src/lib/log.ts');
    const log = createLogAnew();
    log.debug('too little');
    log.info('one');
    return { toFile, toStream };
  }

  it('are written synchronously if standard error is a file', async () => {
    const { toFile, toStream } = await written('file');
    expect(toFile).toEqual([expect.stringMatching(/^2 \{.*"msg":"one"\}\n$/)]);
    expect(toStream).toEqual([]);
  });

  it('are dropped while the disk is full, without ending the process', async () => {
    expect(await written('file', { isFull: true })).toEqual({ toFile: [], toStream: [] });
  });

  it.each([
    ['a pipe', 'pipe', {}],
    ['a socket', 'socket', {}],
    ['closed', 'closed', {}],
    ['a file written from another thread', 'file', { isMainThread: false }],
  ] as const)('are written asynchronously if standard error is %s', async (_title, kind, where) => {
    const { toFile, toStream } = await written(kind, where);
    expect(toFile).toEqual([]);
    expect(toStream).toEqual([expect.stringMatching(/^\{.*"msg":"one"\}\n$/)]);
  });

  it('are readable text on a terminal', async () => {
    const { toFile, toStream } = await written('file', { isTTY: true });
    expect(toFile).toEqual([]);
    expect(toStream).toEqual([expect.stringMatching(/^\d{4}-[\dT:.-]+Z info one\n$/)]);
  });
});

describe('silentLog', () => {
  it('writes nothing, and neither do its child loggers', () => {
    expect(() => silentLog.child({ a: 1 }).error('nothing')).not.toThrow();
  });
});
