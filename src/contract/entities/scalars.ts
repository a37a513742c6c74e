import * as v from 'valibot';
import { utcTimestamp } from '#src/lib/timestamp.ts';

export const Id = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER));
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
export const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(300));
export const Text = v.pipe(v.string(), v.maxLength(20_000));

const RFC_3339 = 'an RFC 3339 timestamp';

/** RFC 3339, e.g. `2026-03-01T04:05:06Z`. Accepts any offset and converts to UTC (src/lib/timestamp.ts). */
export const Timestamp = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const utc = utcTimestamp(dataset.value);
    if (utc !== undefined) return utc;
    addIssue({ expected: RFC_3339, message: `must be ${RFC_3339} such as 2026-03-01T04:05:06Z` });
    return NEVER;
  }),
);

/** An https address, or a path below the brand's API prefix such as `/media/covers/12-1f0c.webp`. */
export const MediaUrl = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.regex(/^(https:\/\/[^\s"'<>\\]+|\/(?!\/)[^\s"'<>\\]*)$/u, 'must be an https address or a path below the prefix'),
);
