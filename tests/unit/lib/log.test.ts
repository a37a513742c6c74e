import { describe, expect, it } from 'vitest';
import { createLog, type Log, type LogLevel, readableLine, silentLog } from '#src/lib/log.ts';
import { withRequestId } from '#src/lib/request-id.ts';

function linesOf(least: LogLevel, speak: (log: Log) => void): string[] {
  const lines: string[] = [];
  speak(createLog(least, (line) => lines.push(line)));
  return lines;
}

const parsed = (least: LogLevel, speak: (log: Log) => void) =>
  linesOf(least, speak).map((line) => JSON.parse(line) as Record<string, unknown>);

describe('createLog', () => {
  it('writes a line of JSON with level, time, fields and message', () => {
    const [line = ''] = linesOf('info', (log) => log.warn('slow', { ms: 12, call: 'book.show' }));
    expect(line.endsWith('}\n')).toBe(true);
    const { time, ...rest } = JSON.parse(line);
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(rest).toEqual({ level: 'warn', ms: 12, call: 'book.show', msg: 'slow' });
  });

  it('leaves out messages below its level', () => {
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

  it('keeps a message with line feeds on one line', () => {
    const [line] = linesOf('info', (log) => log.info('one\r\ntwo', { text: 'three\nfour' }));
    expect(line?.match(/\n/g)).toHaveLength(1);
  });

  it('adds the fields of a child to its messages', () => {
    const [entry] = parsed('info', (log) => log.child({ requestId: 'r1' }).info('served', { status: 200 }));
    expect(entry).toMatchObject({ requestId: 'r1', status: 200, msg: 'served' });
  });

  it.each([
    ['a field', { token: 'hidden' }],
    ['a field of a field', { headers: { authorization: 'Bearer hidden', cookie: 'a=hidden' } }],
    ['a field of a field of a field', { request: { headers: { 'set-cookie': 'hidden' } } }],
  ])('never writes a secret in %s', (_where, fields) => {
    const [line] = linesOf('info', (log) => log.info('asked', fields));
    expect(line).toContain('[redacted]');
    expect(line).not.toContain('hidden');
  });

  it('adds the id of the request that is being answered', () => {
    const [entry] = parsed('info', (log) => withRequestId('request-0001', () => log.info('served')));
    expect(entry).toMatchObject({ requestId: 'request-0001', msg: 'served' });
  });

  it('never writes a token in an address', () => {
    const [line] = linesOf('info', (log) =>
      log.info('asked /v1/share.resolve?token=hidden&lang=en-us', { target: '/shared?section=7&token=hidden' }),
    );
    expect(line).toContain('?token=[redacted]&lang=en-us');
    expect(line).not.toContain('hidden');
  });

  it('never writes a bearer token in a message', () => {
    const [line] = linesOf('info', (log) => log.info('refused: Bearer abc.DEF-123= is unknown'));
    expect(line).toContain('refused: Bearer [redacted] is unknown');
  });
});

describe('readableLine', () => {
  it('shows time, level, message and fields on one line', () => {
    const line = '{"level":"warn","time":"2026-01-02T03:04:05.678Z","ms":12,"msg":"slow\\ncall"}\n';
    expect(readableLine(line)).toBe('2026-01-02T03:04:05.678Z warn slow call {"ms":12}\n');
  });
});

describe('silentLog', () => {
  it('writes nothing, nor do its children', () => {
    expect(() => silentLog.child({ a: 1 }).error('nothing')).not.toThrow();
  });
});
