import type { ImportBookState, ImportState, ImportSummary } from '../../contract/imports.ts';

/** Whether the server is working on a batch. */
export const isBusy = ({ state }: Pick<ImportSummary, 'state'>): boolean => state === 'reading' || state === 'storing';

/** Names of the states, as shown. */
export const STATE_NAMES: Readonly<Record<ImportState | ImportBookState, string>> = {
  uploading: 'uploading',
  reading: 'reading',
  ready: 'to review',
  refused: 'refused',
  storing: 'storing',
  stored: 'stored',
  failed: 'failed',
};
