export { toTimestamp } from '#src/lib/timestamp.ts';
