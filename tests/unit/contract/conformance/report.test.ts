import { describe, expect, it } from 'vitest';
import { conforms, formatReports, formatSummary, summarise } from '#src/contract/conformance/report.ts';
import type { CallReport } from '#src/contract/conformance/types.ts';

const report = (name: string, required: boolean, state: CallReport['state'], what?: string): CallReport => ({
  name,
  method: 'GET',
  required,
  state,
  notes: [],
  problems: what === undefined ? [] : [{ where: 'GET /v1/x', what, fix: 'Mend it.' }],
});

const good = [report('book.show', true, 'passed'), report('chapter.show', false, 'absent')];

describe('summarise', () => {
  it('counts calls by requirement and state', () => {
    const reports = [...good, report('tag.books', false, 'failed', 'x'), report('author.home', true, 'failed', 'x')];
    expect(summarise(reports)).toEqual({
      required: { passed: 1, failed: 1 },
      optional: { passed: 0, failed: 1, absent: 1 },
    });
  });
});

describe('conforms', () => {
  it.each([
    ['nothing failed', true, good],
    ['a required call failed', false, [...good, report('author.home', true, 'failed', 'x')]],
    ['an optional call exists but is broken', false, [...good, report('tag.books', false, 'failed', 'x')]],
  ])('if %s, returns %s', (_name, expected, reports) => {
    expect(conforms(summarise(reports))).toBe(expected);
  });
});

describe('formatReports', () => {
  it('prints a line for each call, followed by its problems', () => {
    expect(formatReports([report('book.show', true, 'failed', 'data.book is missing')])).toBe(
      'failed  GET  book.show  required\n' +
        '        what    data.book is missing\n' +
        '        request GET /v1/x\n' +
        '        fix     Mend it.\n',
    );
  });

  it('removes control characters sent by an upstream', () => {
    const text = formatReports([report('book.show', true, 'failed', 'title is "\u001b[2J\n\u0007"')]);
    expect(text).toContain('title is " [2J "');
  });
});

describe('formatSummary', () => {
  it('prints the numbers of passed, failed and absent calls', () => {
    expect(formatSummary(summarise(good))).toBe(
      'required: 1 passed, 0 failed; optional: 0 passed, 0 failed, 1 absent\n',
    );
  });
});
