import type { AuditRecord } from '#src/admin/contract/records.ts';
import type { AdminRequest } from '../http/route.ts';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Undoes an entry of the audit log.
 * @returns the id of the record, which is new if a deleted record was restored
 * @throws AdminError conflict if the record has changed since, or the entry cannot be undone
 */
export type Undo = (entry: AuditRecord, request: AdminRequest) => Promise<{ readonly record: number }>;
