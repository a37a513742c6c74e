import type { Resource } from '../records/resource.ts';
import { AUDIT_LOG } from './audit-log.ts';
import { BOOKS } from './books.ts';
import { BRANDS } from './brands.ts';
import { CHAPTERS } from './chapters.ts';
import { EDITORIAL } from './editorial.ts';
import { NAMES } from './names.ts';
import { REPORTS } from './reports.ts';
import { STAFF } from './staff.ts';
import { STAFF_INVITATIONS } from './staff-invitations.ts';
import { TRANSLATOR_APPLICATIONS, VOUCHERS } from './visitor-records.ts';
import { VISITORS } from './visitors.ts';

export const RESOURCES: readonly Resource[] = [
  BOOKS,
  CHAPTERS,
  ...NAMES,
  ...EDITORIAL,
  BRANDS,
  VISITORS,
  VOUCHERS,
  TRANSLATOR_APPLICATIONS,
  REPORTS,
  AUDIT_LOG,
  STAFF,
  STAFF_INVITATIONS,
];
