import { describe, expect, it } from 'vitest';
import { createMissingCalls, isMissing, RETRY_MISSING_MS } from '#src/contract/client/missing-calls.ts';
import { bookShow, chapterFind, chapterShow, pushKey } from '#src/contract/index.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';

const failure = (status: number, code: string) => ({ status, errors: [{ code, message: code }] });

describe('isMissing', () => {
  it.each([
    [404, 'CALL_ABSENT', true],
    [404, 'CLIENT_STATUS', true],
    [405, 'CLIENT_STATUS', true],
    [501, 'CLIENT_STATUS', true],
    [404, 'NOT_FOUND', false],
    [410, 'GONE', false],
    [503, 'CLIENT_STATUS', false],
    [0, 'CLIENT_NETWORK', false],
  ])('for the response %i %s to an optional call returns %s', (status, code, expected) => {
    expect(isMissing(chapterShow, failure(status, code))).toBe(expected);
  });

  it('never treats a required call as missing', () => {
    expect(isMissing(bookShow, failure(404, 'CALL_ABSENT'))).toBe(false);
  });
});

describe('createMissingCalls', () => {
  it('remembers a missing call, logs it once and tries the call again later', () => {
    const { log, lines } = recordingLog();
    let now = 0;
    const missing = createMissingCalls(log, { now: () => now });
    expect(missing.mayCall(chapterShow)).toBe(true);
    missing.add(chapterShow);
    missing.add(chapterShow);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('upstream lacks chapter.show: the reader sends visitors to the app');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info' });
    expect([missing.has(chapterShow), missing.mayCall(chapterShow)]).toEqual([true, false]);
    now = RETRY_MISSING_MS;
    expect([missing.mayCall(chapterShow), missing.mayCall(chapterShow)]).toEqual([true, false]);
    missing.remove(chapterShow);
    expect([missing.has(chapterShow), missing.mayCall(chapterShow)]).toEqual([false, true]);
  });
});

describe('calls that are added together', () => {
  it('are logged in one line, without those that have been logged before', () => {
    const { log, lines } = recordingLog();
    const missing = createMissingCalls(log, { isFirstReport: (name) => name !== 'push.key' });
    missing.add(chapterShow, chapterFind, pushKey);
    missing.add(chapterShow, chapterFind, pushKey);
    missing.add(pushKey);
    missing.add();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'info', calls: ['chapter.show', 'chapter.find'] },
    ]);
    expect([chapterShow, chapterFind, pushKey].map(missing.has)).toEqual([true, true, true]);
  });
});

describe('a call that has succeeded before', () => {
  it('is treated as missing after CALL_ABSENT, but not after a 404 without an error code', () => {
    const missing = createMissingCalls(recordingLog().log);
    expect(missing.isMissing(chapterShow, failure(404, 'CLIENT_STATUS'))).toBe(true);
    missing.remove(chapterShow);
    expect(missing.isMissing(chapterShow, failure(404, 'CLIENT_STATUS'))).toBe(false);
    expect(missing.isMissing(chapterShow, failure(404, 'CALL_ABSENT'))).toBe(true);
  });

  it('is treated as missing after a 404 without an error code if it was found missing since', () => {
    const missing = createMissingCalls(recordingLog().log);
    missing.remove(chapterShow);
    missing.add(chapterShow);
    expect(missing.isMissing(chapterShow, failure(404, 'CLIENT_STATUS'))).toBe(true);
  });
});
