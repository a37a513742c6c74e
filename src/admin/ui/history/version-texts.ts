import type { ListedVersion, Version } from '../../contract/revisions.ts';
import { fieldLabel } from '../ui/field-label.ts';
import { counted, moment, number } from '../ui/format.ts';

const HOW: Readonly<Record<string, string>> = {
  admin: 'in the admin',
  restore: 'by restoring a version',
  undo: 'by undoing a change',
  import: 'by an import',
  content: 'with npm run content',
  seed: 'with npm run seed',
  api: 'by the API',
};

/** Who saved a version and how, such as "ann@example.com, by an import". */
export const savedBy = ({ saved_by, saved_how }: Version): string =>
  saved_by === '' ? 'First known version' : `${saved_by}, ${HOW[saved_how] ?? saved_how}`;

/** The name of a version in lists and buttons. */
export const versionName = ({ id, saved_at }: Version): string =>
  id === 0 ? 'the current version' : `the version of ${moment(saved_at)}`;

/** What a version changed, such as "Title, Text". */
export const changedText = ({ changed }: ListedVersion): string =>
  changed === null ? '' : changed.map(fieldLabel).join(', ') || 'No field changed';

/** The words that a version added and removed; or its number of words if it is the oldest. */
export function wordsText({ changed, words, words_added, words_removed }: ListedVersion): string {
  if (changed === null) return words === 0 ? '' : counted(words, 'word');
  const parts = [
    ...(words_added > 0 ? [`+${number(words_added)}`] : []),
    ...(words_removed > 0 ? [`−${number(words_removed)}`] : []),
  ];
  return parts.length === 0 ? '' : `${parts.join(' ')} words`;
}
