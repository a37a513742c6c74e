import Alert from '@mui/material/Alert';
import { useFormState } from 'react-hook-form';
import { localeName } from './locale-name.ts';

interface Props {
  readonly source: string;
  /** What the list contains, such as "Page". */
  readonly item: string;
}

/** Problems in all members of a list, because not all of their fields are visible. */
export function Problems({ source, item }: Props) {
  const { errors } = useFormState({ name: source });
  const messages = messagesIn(errors[source], item);
  return messages.length === 0 ? null : <Alert severity="error">{messages.join(' ')}</Alert>;
}

/** The messages of nested errors, each after the path of its field. */
function messagesIn(error: unknown, item: string, path: readonly string[] = []): string[] {
  if (typeof error !== 'object' || error === null) return [];
  if ('message' in error && typeof error.message === 'string')
    return [`${path.length > 0 ? `${path.join(', ')}: ` : ''}${error.message}.`];
  const part = (name: string) => (/^\d+$/.test(name) ? `${item} ${Number(name) + 1}` : localeName(name));
  return Object.entries(error).flatMap(([name, member]) => messagesIn(member, item, [...path, part(name)]));
}
