import type { ResourceName } from '#src/admin/contract/records.ts';
import type { Route } from '../http/route.ts';
import { type Resource, resourceRoutes } from '../records/resource.ts';
import { AUDIT_LOG } from './audit-log.ts';
import { BIN } from './bin.ts';
import { BOOKS } from './books.ts';
import { BRAND_SETTINGS } from './brand-settings.ts';
import { BRANDS } from './brands.ts';
import { CHAPTERS } from './chapters.ts';
import { EDITORIAL } from './editorial.ts';
import { AUTHORS, KEYWORDS, TAGS } from './names.ts';
import { REPORTS } from './reports.ts';
import { STAFF } from './staff.ts';
import { STAFF_INVITATIONS } from './staff-invitations.ts';
import { TAKEDOWNS } from './takedowns.ts';
import { TRANSLATOR_APPLICATIONS, VOUCHERS } from './visitor-records.ts';
import { VISITORS } from './visitors.ts';

const RESOURCES: { readonly [N in ResourceName]: Resource<N> } = {
  books: BOOKS,
  chapters: CHAPTERS,
  authors: AUTHORS,
  tags: TAGS,
  keywords: KEYWORDS,
  ...EDITORIAL,
  brands: BRANDS,
  'brand-settings': BRAND_SETTINGS,
  visitors: VISITORS,
  vouchers: VOUCHERS,
  'translator-applications': TRANSLATOR_APPLICATIONS,
  reports: REPORTS,
  bin: BIN,
  takedowns: TAKEDOWNS,
  'audit-log': AUDIT_LOG,
  staff: STAFF,
  'staff-invitations': STAFF_INVITATIONS,
};

const routesOf = <N extends ResourceName>(name: N): Route[] => resourceRoutes(RESOURCES[name]);

export const RESOURCE_ROUTES: readonly Route[] = (Object.keys(RESOURCES) as ResourceName[]).flatMap(routesOf);
