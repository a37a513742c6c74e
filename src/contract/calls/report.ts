import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Id, Timestamp } from '../entities/scalars.ts';
import { idParam } from '../paging.ts';

/** The kinds of mistakes in a chapter that readers can report. */
export const REPORT_KINDS = ['text', 'missing', 'wrong-chapter', 'rights', 'other'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** Maximum number of characters in each text field of a report (docs/develop/forms.md). */
export const REPORT_LIMITS = { passage: 1000, text: 2000 } as const;

const textUpTo = (maxLength: number) => v.optional(v.pipe(v.string(), v.trim(), v.maxLength(maxLength)), '');

const Fields = v.object({
  book_id: idParam,
  chapter_id: idParam,
  kind: v.picklist(REPORT_KINDS),
  /** The passage with the mistake, as plain text. */
  passage: textUpTo(REPORT_LIMITS.passage),
  /** The reader's comment, as plain text. */
  text: textUpTo(REPORT_LIMITS.text),
  /** Idempotency key, one per report. */
  key: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{8,64}$/)),
});

/** A report with all rules of the form, which the page and the API both use for validation. */
export const ReaderReport = v.pipe(
  Fields,
  v.forward(
    v.partialCheck([['kind'], ['text']], ({ kind, text }) => kind !== 'other' || text !== '', 'must say what is wrong'),
    ['text'],
  ),
);
export type ReaderReport = v.InferOutput<typeof ReaderReport>;

export const reportAdd = defineCall('report.add', {
  method: 'POST',
  purpose:
    'Reports a mistake in a chapter. Repeating a key creates no second report. The kind `other` requires a text.',
  fallback: 'readers report mistakes to support by email',
  pages: ['reader'],
  idempotent: true,
  onFailure: 'in-place',
  params: ReaderReport,
  data: v.object({ report: v.nullable(v.object({ id: Id, created_at: Timestamp })) }),
  empty: { report: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'RATE_LIMITED'],
});
