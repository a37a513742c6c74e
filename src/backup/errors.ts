import { LecternError } from '#src/lib/errors.ts';

/** A backup, or a database that was to be in it, is not whole: exit code 1. */
export class DamagedBackupError extends LecternError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('BACKUP_DAMAGED', message, options);
  }
}
