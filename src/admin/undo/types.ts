import type { AdminRequest } from '../http/route.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** An entry of the audit log. */
export interface UndoneEntry {
  readonly id: number;
  readonly act: 'add' | 'change' | 'delete';
  readonly kind: string;
  readonly record: number;
  readonly before: Fields | null;
  readonly after: Fields | null;
}

/** @returns the id of the record. @throws AdminError conflict where it is not as the entry left it, or cannot be undone */
export type Undo = (entry: UndoneEntry, request: AdminRequest) => Promise<{ readonly record: number }>;
