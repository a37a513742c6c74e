/** What an entry of the audit log is about: content, or an account that the admin changed. */
export const AUDIT_KINDS = [
  'book',
  'chapter',
  'author',
  'tag',
  'keyword',
  'genre',
  'ranking',
  'shelf',
  'banner',
  'help event',
  'whole brands',
  'takedown',
  'bin',
  'report',
  'application',
  'voucher',
  'visitor',
  'staff',
  'staff-invitation',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];
