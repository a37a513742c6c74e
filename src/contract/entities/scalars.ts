import * as v from 'valibot';

export const Id = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER));
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(300));
export const Text = v.pipe(v.string(), v.maxLength(20_000));
/** RFC 3339 in UTC, e.g. `2026-03-01T04:05:06Z`. */
export const Timestamp = v.pipe(v.string(), v.isoTimestamp());
/** An https address, or a path below the brand's API prefix such as `/media/covers/12-1f0c.webp`. */
export const MediaUrl = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.regex(/^(https:\/\/[^\s"'<>\\]+|\/(?!\/)[^\s"'<>\\]*)$/u, 'must be an https address or a path below the prefix'),
);
