import type { AuditRecord } from '../../contract/records.ts';

export const ACT_NAMES: Readonly<Record<AuditRecord['act'], string>> = {
  add: 'added',
  change: 'changed',
  delete: 'deleted',
};

export const KIND_NAMES: Readonly<Record<AuditRecord['kind'], string>> = {
  book: 'book',
  chapter: 'chapter',
  author: 'author',
  tag: 'tag',
  keyword: 'keyword',
  genre: 'genre',
  ranking: 'ranking',
  shelf: 'shelf',
  banner: 'banner',
  'help event': 'help event',
  'whole brands': 'brands with all books',
  'brand settings': 'brand settings',
  redirects: 'redirects',
  takedown: 'takedown',
  bin: 'recently deleted record',
  report: 'report',
  application: 'application',
  voucher: 'voucher',
  visitor: 'visitor',
  staff: 'staff',
  'staff-invitation': 'invitation',
};
