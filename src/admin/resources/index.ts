import type { Resource } from '../records/resource.ts';
import { AUDIT_LOG } from './audit-log.ts';
import { BOOKS } from './books.ts';
import { CHAPTERS } from './chapters.ts';

export const RESOURCES: readonly Resource[] = [BOOKS, CHAPTERS, AUDIT_LOG];
