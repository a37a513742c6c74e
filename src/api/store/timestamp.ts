/** RFC 3339 in UTC to the second: two such texts compare as their times do. */
export const toTimestamp = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, 'Z');
