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
  'brand settings',
  'redirects',
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

/** Kinds of records that can be restored after they were deleted. */
export const BIN_KINDS = ['book', 'chapter', 'genre', 'keyword', 'ranking', 'shelf', 'banner', 'help event'] as const;
export type BinKind = (typeof BIN_KINDS)[number];
