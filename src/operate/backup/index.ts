export { copyDatabase } from './copy-database.ts';
export { findBackup, verifyBackup } from './read.ts';
export { openDatabaseOf, type Restored, restoreBackup } from './restore.ts';
export { type Backup, writeBackup } from './write.ts';
