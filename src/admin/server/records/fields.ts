import * as v from 'valibot';
import { AdminError } from '../http/error.ts';

/** Fields shared by several kinds of records. */
export const Title = v.pipe(v.string(), v.trim(), v.nonEmpty('is required'), v.maxLength(300));
export const Names = v.array(Title);
export { Count, Id } from '#src/contract/entities/scalars.ts';
export const Section = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));

/** An `invalid` error for one field. */
export const fieldError = (field: string, message: string): AdminError =>
  new AdminError('invalid', `${field}: ${message}`, { fields: { [field]: message } });
