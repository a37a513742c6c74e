import * as v from 'valibot';
import { AdminError } from '../http/error.ts';

/** Fields that several kinds of records have. */
export const Title = v.pipe(v.string(), v.trim(), v.nonEmpty('has to be given'), v.maxLength(300));
export const Names = v.array(Title);
export const Id = v.pipe(v.number(), v.integer(), v.minValue(1));
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const Section = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));
export const Moment = v.pipe(v.string(), v.isoTimestamp('has to be a moment such as 2026-03-01T04:05:06Z'));

/** An error of one field. */
export const fieldError = (field: string, message: string): AdminError =>
  new AdminError('invalid', `${field}: ${message}`, { fields: { [field]: message } });
