import { DateTimeInput, type DateTimeInputProps } from 'react-admin';
import { toMoment } from './moment.ts';

/** A moment in the time zone of who types it. */
export function MomentInput(props: DateTimeInputProps) {
  return <DateTimeInput parse={toMoment} {...props} />;
}
