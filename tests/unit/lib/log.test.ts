import { describe, expect, it } from 'vitest';
import { createLog, type LogLevel, silentLog } from '#src/lib/log.ts';

function logged(least: LogLevel, speak: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  speak(createLog(least, (line) => lines.push(line)));
  return lines;
}

describe('createLog', () => {
  it('writes a line of time, level, message and fields', () => {
    const [line] = logged('info', (log) => log.warn('slow', { ms: 12, call: 'book.show' }));
    expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z warn slow \{"ms":12,"call":"book\.show"\}\n$/);
  });

  it('leaves out what is below its level, and empty fields', () => {
    const lines = logged('warn', (log) => {
      log.debug('a');
      log.info('b');
      log.warn('c', {});
      log.error('d');
    });
    expect(lines.map((line) => line.split(' ').slice(1).join(' '))).toEqual(['warn c\n', 'error d\n']);
  });

  it('keeps what others wrote on its line', () => {
    const [line] = logged('info', (log) => log.info('one\r\ntwo\u2028three', { text: 'four\nfive' }));
    expect(line?.match(/\n/g)).toHaveLength(1);
    expect(line).toContain('info one two three {"text":"four\\nfive"}');
  });

  it('can be silent', () => {
    expect(() => silentLog.error('nothing')).not.toThrow();
  });
});
