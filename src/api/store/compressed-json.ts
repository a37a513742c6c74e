import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * Encodes a value as compressed JSON. The result is a text rather than bytes, so that it is the same in SQLite and
 * PostgreSQL.
 */
export const compressJson = (value: unknown): string => deflateRawSync(JSON.stringify(value)).toString('base64');

export const decompressJson = <T>(text: string): T =>
  JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString('utf8')) as T;
