import { DateTimeInput, type DateTimeInputProps } from 'react-admin';
import { toMoment } from './moment.ts';

/** A date and time in the browser's time zone. */
export function MomentInput(props: DateTimeInputProps) {
  return <DateTimeInput parse={toMoment} {...props} />;
}
