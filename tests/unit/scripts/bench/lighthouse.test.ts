import { expect, it } from 'vitest';
import { type LighthouseReport, rowsOf, type Verdict, verdictOf } from '../../../../scripts/bench/lighthouse.ts';
import { isWithinLimits } from '../../../../scripts/bench/report.ts';

const REPORT: LighthouseReport = {
  categories: {
    performance: { score: 0.985, auditRefs: [{ id: 'largest-contentful-paint' }, { id: 'unused-javascript' }] },
    accessibility: { score: 1, auditRefs: [] },
    'best-practices': { score: 0.96, auditRefs: [{ id: 'errors-in-console' }] },
    seo: { score: null, auditRefs: [] },
  },
  audits: {
    'largest-contentful-paint': { title: 'LCP', score: 0.95, numericValue: 1250.5 },
    'total-blocking-time': { title: 'TBT', score: 1, numericValue: 20 },
    'long-tasks': { title: 'Long tasks', score: 1, details: { items: [{ duration: 48 }, { duration: 31.5 }] } },
    'cumulative-layout-shift': { title: 'CLS', score: 1, numericValue: 0 },
    'unused-javascript': { title: 'Reduce unused JavaScript', score: 0.5, displayValue: 'Est savings of 20 KiB' },
    'errors-in-console': { title: 'Errors were logged', score: 0 },
  },
};

it('rowsOf returns scores, figures and details of audits in a Lighthouse report', () => {
  expect(verdictOf(REPORT)).toEqual({
    performance: 99,
    accessibility: 100,
    bestPractices: 96,
    seo: 0,
    largestPaint: 1250.5,
    blocking: 20,
    longestTask: 48,
    shift: 0,
    remarks: ['Reduce unused JavaScript: Est savings of 20 KiB', 'Errors were logged'],
  });
});

const GOOD: Verdict = { ...verdictOf(REPORT), performance: 99, bestPractices: 100, seo: 100, remarks: [] };
const missed = (verdicts: readonly Verdict[]) =>
  rowsOf('listing', { largestPaint: 1300, seo: 100 }, verdicts).flatMap((row) => (isWithinLimits(row) ? [] : row.what));

it('verdictOf compares the median of several Lighthouse runs with the goals', () => {
  const slow = { ...GOOD, performance: 80, largestPaint: 2000, blocking: 400, longestTask: 90, shift: 0.2, seo: 90 };
  expect(missed([GOOD, slow, GOOD])).toEqual([]);
  expect(missed([slow, slow, GOOD])).toEqual([
    'listing: performance',
    'listing: SEO',
    'listing: LCP',
    'listing: TBT',
    'listing: longest task',
    'listing: CLS',
  ]);
});

it('verdictOf treats a goal as missed if the Lighthouse report has no figure for it', () => {
  const { 'largest-contentful-paint': _paint, 'long-tasks': _tasks, ...audits } = REPORT.audits;
  const { largestPaint, longestTask } = verdictOf({ ...REPORT, audits });
  expect(missed([{ ...GOOD, largestPaint, longestTask }])).toEqual(['listing: LCP', 'listing: longest task']);
});
