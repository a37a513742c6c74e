import { LecternError } from '#src/lib/errors.ts';

/** Thrown if a backup, or a database to back up, is damaged: exit code 1. */
export class DamagedBackupError extends LecternError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('BACKUP_DAMAGED', message, options);
  }
}
