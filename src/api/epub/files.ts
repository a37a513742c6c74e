import { posix } from 'node:path';
import type { Archive } from './archive.ts';
import { EpubError } from './errors.ts';
import { type EpubLimits, mib } from './limits.ts';
import { decodeText } from './text.ts';
import { countTags, isPlainMarkup } from './tree.ts';

/** Finds files of an EPUB archive by the hrefs in its documents. Tolerates common mistakes in names and hrefs. */
export interface Files {
  /** Resolves an `href` in the file `from` to the name of a file in the archive; undefined if there is no such file. */
  resolve(href: string, from: string): string | undefined;
  /** Returns the name that the target of `href` should have, even if the archive does not contain it. */
  nameOf(href: string, from: string): string;
  bytes(name: string): Promise<Uint8Array>;
  text(name: string): Promise<string>;
  /** Maximum number of items in the manifest and in the reading order. */
  readonly maxItems: number;
  has(name: string): boolean;
}

export function filesOf(archive: Archive, limits: EpubLimits): Files {
  const names = new Set(archive.names);
  const folded = new Map(archive.names.map((name) => [foldedName(name), name]));
  const bytes = async (name: string): Promise<Uint8Array> => (await archive.read(name)) ?? new Uint8Array();
  return {
    has: (name) => names.has(name),
    maxItems: limits.items,
    bytes,
    text: async (name) => {
      const content = await bytes(name);
      if (content.length > limits.documentBytes) throw tooLong(name, content.length, limits.documentBytes);
      const text = decodeText(content);
      const tags = countTags(text);
      if (tags > limits.documentTags) throw tooManyTags(name, tags, limits.documentTags);
      if (!isPlainMarkup(text)) throw nestedTooDeeply(name);
      return text;
    },
    nameOf: (href, from) => candidates(href, from)[0] ?? href,
    resolve: (href, from) => {
      for (const path of candidates(href, from)) {
        const name = names.has(path) ? path : folded.get(foldedName(path));
        if (name !== undefined) return name;
      }
      return undefined;
    },
  };
}

/** Returns the files with each picture in the reading order replaced with a document that shows it. */
export function withPicturePages(files: Files, pictures: ReadonlySet<string>): Files {
  const page = (name: string) =>
    `<html><body><p><img src="${encodeURIComponent(posix.basename(name))}" alt=""/></p></body></html>`;
  return { ...files, text: async (name) => (pictures.has(name) ? page(name) : await files.text(name)) };
}

/** Returns the path of `href`, without query, and its decoded fragment. */
export function splitHref(href: string): { path: string; fragment: string } {
  const hash = href.indexOf('#');
  const path = (hash < 0 ? href : href.slice(0, hash)).split('?')[0] ?? '';
  return { path, fragment: hash < 0 ? '' : unescapeUrl(href.slice(hash + 1)) };
}

/** Normalises a name for comparison, ignoring case and the encoding of accents (macOS writes names in NFD). */
const foldedName = (name: string): string => name.normalize('NFC').toLowerCase();

function candidates(href: string, from: string): string[] {
  const { path } = splitHref(href.trim());
  if (path === '') return [from];
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return [];
  const base = posix.dirname(from);
  return [unescapeUrl(path), path].map((candidate) =>
    posix.normalize(candidate.startsWith('/') ? candidate.slice(1) : posix.join(base, candidate)),
  );
}

function unescapeUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function tooLong(name: string, length: number, max: number): EpubError {
  return new EpubError(
    'too-large',
    `"${name}" contains ${mib(length)} of text; the limit is ${mib(max)}. Split it into chapters.`,
  );
}

function tooManyTags(name: string, count: number, max: number): EpubError {
  return new EpubError('too-large', `"${name}" has ${count} tags; the limit is ${max}. Split it into chapters.`);
}

function nestedTooDeeply(name: string): EpubError {
  return new EpubError(
    'unsafe',
    `The markup of "${name}" is nested far deeper than in any real book, as if to exhaust the parser. Import the publisher's original file.`,
  );
}
