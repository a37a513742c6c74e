import type { InspectedStoreFile } from '#src/api/index.ts';
import { type Answer, wrong } from './finding.ts';

/** Maximum number of edits listed. */
const MAX_EDITS = 10;

export const foreignEditsOf = (edits: InspectedStoreFile['foreignEdits']): Answer[] =>
  edits.slice(0, MAX_EDITS).map(foreignEdit);

const foreignEdit = ({ place, record, name, act, at }: InspectedStoreFile['foreignEdits'][number]) =>
  wrong(
    `Something other than Lectern changed ${place} ${record}${name === null ? '' : ` "${name}"`} (${act}, last ${at}): pages keep the old content, and the audit log does not contain the change.`,
    'Restore a backup, or revert the edit and repeat it with npm run content (docs/operate/content.md).',
  );
