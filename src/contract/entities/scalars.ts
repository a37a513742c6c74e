import * as v from 'valibot';

export { Timestamp } from '#src/lib/timestamp-schema.ts';

export const Id = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER));
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
export const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(300));
export const Text = v.pipe(v.string(), v.maxLength(20_000));

/** An https URL, or a path below the brand's API prefix such as `/media/covers/12-1f0c.webp`. */
export const MediaUrl = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.regex(/^(https:\/\/[^\s"'<>\\]+|\/(?!\/)[^\s"'<>\\]*)$/u, 'must be an https address or a path below the prefix'),
);
