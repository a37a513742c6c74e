import { LecternError } from '#src/lib/errors.ts';
import { MEDIA_TYPES } from '#src/lib/media-types.ts';

const CHARSET = '; charset=utf-8';

/** Media types to which nginx adds a charset. nginx always includes HTML in this list. */
export const typesWithCharset = () =>
  [...new Set(Object.values(MEDIA_TYPES))]
    .filter((type) => type.endsWith(CHARSET) && !type.startsWith('text/html'))
    .map((type) => type.slice(0, -CHARSET.length))
    .join(' ');

export const mediaTypes = () =>
  Object.entries(MEDIA_TYPES)
    .map(([extension, type]) => `    ${typeName(type)} ${extension.slice(1)};`)
    .join('\n');

/** Returns a media type without its charset, which nginx adds. */
function typeName(type: string): string {
  const name = type.replace(CHARSET, '');
  return name.includes(';') ? quoted(name) : name;
}

/** @throws LecternError for text that nginx would interpret as a variable */
export function quoted(value: string): string {
  if (/[$\p{Cc}]/u.test(value)) throw unusable(value);
  return `"${value.replace(/[\\"]/g, '\\$&')}"`;
}

/** @throws LecternError for anything other than a single word of a configuration */
export function plain(value: string): string {
  if (!/^[A-Za-z0-9_.:[\]/-]+$/.test(value)) throw unusable(value);
  return value;
}

const unusable = (value: string) =>
  new LecternError('PROXY_CONFIG', `"${value}" cannot be used in an nginx configuration.`);
