import type { InspectedStoreFile } from '#src/api/index.ts';
import { type Answer, wrong } from './finding.ts';

/** Edits that are named one by one. */
const MOST_EDITS = 10;

export const foreignEditsOf = (edits: InspectedStoreFile['foreignEdits']): Answer[] =>
  edits.slice(0, MOST_EDITS).map(foreignEdit);

const foreignEdit = ({ place, record, name, act, at }: InspectedStoreFile['foreignEdits'][number]) =>
  wrong(
    `Something else than Lectern changed ${place} ${record}${name === null ? '' : ` "${name}"`} (${act}, last ${at}): pages keep what was there before, and no log tells of it.`,
    'Restore a backup, or change it back by hand and then with npm run content (docs/operate/content.md).',
  );
