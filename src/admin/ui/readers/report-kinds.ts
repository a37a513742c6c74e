import type { ReportRecord } from '../../contract/records.ts';
import { choicesOf } from '../ui/choices.ts';

const KIND_NAMES: Readonly<Record<ReportRecord['kind'], string>> = {
  text: 'Spelling or translation',
  missing: 'Text missing or out of order',
  'wrong-chapter': 'Wrong chapter',
  rights: 'Copyright or offensive content',
  other: 'Other',
};

export const kindName = (kind: ReportRecord['kind']): string => KIND_NAMES[kind];

export const REPORT_KINDS = choicesOf(KIND_NAMES);

const STATE_NAMES: Readonly<Record<ReportRecord['state'], string>> = { open: 'open', settled: 'resolved' };

export const stateName = (state: ReportRecord['state']): string => STATE_NAMES[state];

export const REPORT_STATES = choicesOf(STATE_NAMES);
