import { describe, expect, it } from 'vitest';
import { ASK_AGAIN_MS, createAbsence, saysAbsent } from '#src/api-client/absence.ts';
import { bookShow, chapterShow } from '#src/contract/index.ts';
import { recordingLog } from '../../helpers/recording-log.ts';

const failure = (status: number, code: string) => ({ status, errors: [{ code, message: code }] });

describe('saysAbsent', () => {
  it.each([
    [404, 'CALL_ABSENT', true],
    [404, 'CLIENT_STATUS', true],
    [405, 'CLIENT_STATUS', true],
    [501, 'CLIENT_STATUS', true],
    [404, 'NOT_FOUND', false],
    [410, 'GONE', false],
    [503, 'CLIENT_STATUS', false],
    [0, 'CLIENT_NETWORK', false],
  ])('reads %i %s of an optional call', (status, code, expected) => {
    expect(saysAbsent(chapterShow, failure(status, code))).toBe(expected);
  });

  it('never takes a required call for absent', () => {
    expect(saysAbsent(bookShow, failure(404, 'CALL_ABSENT'))).toBe(false);
  });
});

describe('createAbsence', () => {
  it('remembers a call, says so once and asks again after a while', () => {
    const { log, lines } = recordingLog();
    let now = 0;
    const absence = createAbsence(log, () => now);
    expect(absence.mayAsk(chapterShow)).toBe(true);
    absence.note(chapterShow);
    absence.note(chapterShow);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('upstream lacks chapter.show; the reader sends visitors to the app');
    expect([absence.has(chapterShow), absence.mayAsk(chapterShow)]).toEqual([true, false]);
    now = ASK_AGAIN_MS;
    expect([absence.mayAsk(chapterShow), absence.mayAsk(chapterShow)]).toEqual([true, false]);
    absence.forget(chapterShow);
    expect([absence.has(chapterShow), absence.mayAsk(chapterShow)]).toEqual([false, true]);
  });
});

describe('a call that has answered', () => {
  it('is not absent because of one plain 404, but is by the word of the upstream', () => {
    const absence = createAbsence(recordingLog().log);
    expect(absence.seenIn(chapterShow, failure(404, 'CLIENT_STATUS'))).toBe(true);
    absence.forget(chapterShow);
    expect(absence.seenIn(chapterShow, failure(404, 'CLIENT_STATUS'))).toBe(false);
    expect(absence.seenIn(chapterShow, failure(404, 'CALL_ABSENT'))).toBe(true);
  });
});
