import type { ReportRecord } from '../records.ts';

const NAMES: Readonly<Record<ReportRecord['kind'], string>> = {
  text: 'Spelling or translation',
  missing: 'Text missing or out of order',
  'wrong-chapter': 'Wrong chapter',
  rights: 'Rights or offence',
  other: 'Something else',
};

export const kindName = (kind: ReportRecord['kind']): string => NAMES[kind];

export const REPORT_KINDS = Object.entries(NAMES).map(([id, name]) => ({ id, name }));
