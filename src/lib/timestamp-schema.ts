import * as v from 'valibot';
import { utcTimestamp } from './timestamp.ts';

const RFC_3339 = 'an RFC 3339 timestamp';

/**
 * A timestamp in RFC 3339, such as `2026-03-01T04:05:06Z`. Accepts any offset and converts it to UTC (timestamp.ts).
 */
export const Timestamp = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const utc = utcTimestamp(dataset.value);
    if (utc !== undefined) return utc;
    addIssue({ expected: RFC_3339, message: `must be ${RFC_3339} such as 2026-03-01T04:05:06Z` });
    return NEVER;
  }),
);
