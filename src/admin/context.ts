import type { Store } from '#src/api/index.ts';
import type { Database } from '#src/api/store/database.ts';
import type { AuditNote, StoreWriter } from '#src/api/store/index.ts';
import type { StaffAccount } from '#src/api/store/visitors/staff.ts';
import type { Brand } from '#src/brand/registry.ts';
import type { Log } from '#src/lib/log.ts';
import type { AdminLimits } from './access/limits.ts';
import type { StaffMails } from './access/staff-mails.ts';
import type { UntrustedContent } from './content/untrusted.ts';
import type { Publisher } from './publish/runs.ts';
import type { RunReleases } from './status/run-releases.ts';

/** What all requests share. */
export interface AdminContext extends StaffMails {
  readonly store: Store;
  /** Folder of all state. */
  readonly state: string;
  readonly log: Log;
  readonly now: () => Date;
  /** Configured address of the admin, such as `https://admin.example.com`; undefined: this machine only. */
  readonly origin: string | undefined;
  readonly limits: AdminLimits;
  readonly untrusted: UntrustedContent;
  /** The brands as they are at the moment. */
  readonly brands: () => Promise<readonly Brand[]>;
  readonly publisher: Publisher;
  /** What `npm run releases -- … --json` says to these arguments. */
  readonly runReleases: RunReleases;
  /** Writes content in one transaction, in the name of an account. */
  write<T>(staff: StaffAccount, work: (writer: StoreWriter) => Promise<T>): Promise<T>;
  /**
   * Writes what belongs to visitors or staff, and its entry in the audit log: both or none.
   * @param note the entry, or what makes it of the result
   * @param work writes in the transaction that it gets
   */
  writeVisitors<T>(
    staff: StaffAccount,
    note: AuditNote | ((result: T) => AuditNote),
    work: (visitors: Database) => Promise<T>,
  ): Promise<T>;
}
