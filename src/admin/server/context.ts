import type { Store } from '#src/api/index.ts';
import type { Database } from '#src/api/store/database.ts';
import type { AuditNote, StoreWriter } from '#src/api/store/index.ts';
import type { StaffAccount } from '#src/api/store/visitors/staff.ts';
import type { Brand } from '#src/brand/registry.ts';
import type { Log } from '#src/lib/log.ts';
import type { AdminLimits } from './access/limits.ts';
import type { StaffMails } from './access/staff-mails.ts';
import type { UntrustedContent } from './content/untrusted.ts';
import type { Imports } from './imports/imports.ts';
import type { AdminJobs } from './jobs.ts';
import type { OpenRecords } from './presence/open-records.ts';
import type { Publisher } from './publish/runs.ts';
import type { Removals } from './takedowns/removals.ts';

/** How staff change content, other than by hand. */
export type SaveHow = 'import' | 'restore' | 'undo';

/** Dependencies shared by all requests. */
export interface AdminContext extends StaffMails {
  readonly store: Store;
  /** State folder. */
  readonly state: string;
  readonly log: Log;
  readonly now: () => Date;
  /**
   * Configured origin of the admin, such as `https://admin.example.com`; undefined if only this machine can open the
   * admin.
   */
  readonly origin: string | undefined;
  readonly limits: AdminLimits;
  readonly untrusted: UntrustedContent;
  /** Reads the current brands. */
  readonly brands: () => Promise<readonly Brand[]>;
  readonly publisher: Publisher;
  readonly imports: Imports;
  readonly openRecords: OpenRecords;
  readonly removals: Removals;
  readonly jobs: Pick<AdminJobs, 'compareReleases' | 'rollBack'>;
  /**
   * Writes content in one transaction; the audit log names `staff` as the author.
   * @param how the revisions record how the change was made; default: by hand
   */
  write<T>(staff: StaffAccount, work: (writer: StoreWriter) => Promise<T>, how?: SaveHow): Promise<T>;
  /**
   * Writes data of visitors or staff together with its entry in the audit log: either both are stored or neither.
   * @param note the audit log entry, or a function that creates it from the result
   * @param work receives the transaction to write in
   */
  writeVisitors<T>(
    staff: StaffAccount,
    note: AuditNote | ((result: T) => AuditNote),
    work: (visitors: Database) => Promise<T>,
  ): Promise<T>;
}
