import { basename, extname } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { type Archive, openArchive } from '../epub/archive.ts';
import { type Files, filesOf } from '../epub/files.ts';
import { DEFAULT_LIMITS } from '../epub/limits.ts';
import { decodeText, oneLine } from '../epub/text.ts';
import type { ImportedBook } from '../epub/types.ts';
import { named, parseXml, text } from '../epub/xml.ts';
import { readDocx } from './docx.ts';
import type { DocumentSource, Manuscript } from './manuscript.ts';
import { readOdt } from './odt.ts';
import { archivePictures, takeCover } from './pictures.ts';
import { bookOf, type FieldOverrides } from './read.ts';
import { ManuscriptError } from './types.ts';

/** A word processor format: a ZIP archive of XML files. */
interface Kind {
  /** Name of the file with the text, and a pattern for all names that programs give to it. */
  readonly main: string;
  readonly mainNames: RegExp;
  /** Name of the file with the metadata. */
  readonly metadata: string;
  readonly read: (source: DocumentSource) => Promise<Manuscript>;
  /** Whether the file is a single XML document instead of an archive. */
  readonly isFlat?: boolean;
}

const KINDS: Readonly<Record<string, Kind>> = {
  '.docx': {
    main: 'word/document.xml',
    mainNames: /^word\/document\d*\.xml$/,
    metadata: 'docProps/core.xml',
    read: readDocx,
  },
  '.fodt': { main: 'content.xml', mainNames: /^content\.xml$/, metadata: 'meta.xml', read: readOdt, isFlat: true },
  '.odt': { main: 'content.xml', mainNames: /^content\.xml$/, metadata: 'meta.xml', read: readOdt },
};

/**
 * Limits for the archive. Its documents may be larger than an EPUB file's, because they have far more markup than text.
 */
const LIMITS = {
  ...DEFAULT_LIMITS,
  documentBytes: 2 * DEFAULT_LIMITS.documentBytes,
  documentTags: 2 * DEFAULT_LIMITS.documentTags,
};
/** First bytes of Word's older formats and of documents with a password. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

/** Whether a file with this name is read as a word processor document. */
export const isDocument = (file: string): boolean => Object.hasOwn(KINDS, extname(file).toLowerCase());

/**
 * Reads a word processor document with its pictures, by the extension of its name. Does not write files or use the
 * network. Inflates every file of the archive within limits like those of EPUB files before parsing anything.
 * @throws ManuscriptError, EpubError
 */
export async function readDocument(
  bytes: Uint8Array,
  file: string,
  overrides: FieldOverrides = {},
): Promise<ImportedBook> {
  const manuscript = await parseDocument(bytes, file);
  const { body, pictures } = manuscript;
  const cover = body && pictures && (await takeCover(body, pictures));
  return bookOf({ ...manuscript, cover }, file, overrides);
}

/** Opens and parses a document. A picture above the text stays in the page. @throws ManuscriptError, EpubError */
export async function parseDocument(bytes: Uint8Array, file: string): Promise<Manuscript> {
  const kind = KINDS[extname(file).toLowerCase()];
  if (!kind) throw new ManuscriptError(`"${basename(file)}" is not a word processor document.`);
  if (OLE.every((byte, at) => bytes[at] === byte))
    throw new ManuscriptError('It has a password, or an older format. Save it as .docx or .odt without a password.');
  if (kind.isFlat) return parseArchive(flatArchive(bytes), bytes, kind);
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b)
    throw new ManuscriptError(`It is not a ${extname(file).toLowerCase()} file. Save it again with a word processor.`);
  return parseArchive(await openArchive(bytes, LIMITS), bytes, kind);
}

async function parseArchive(archive: Archive, bytes: Uint8Array, kind: Kind): Promise<Manuscript> {
  const files = filesOf(archive, LIMITS);
  if (!archive.names.some((name) => kind.mainNames.test(name)))
    throw new ManuscriptError(`It has no text: "${kind.main}" is missing. Save it again.`);
  const manuscript = await readParts(kind, { bytes, files, names: archive.names });
  const { body } = manuscript;
  const pictures = body && (await archivePictures(body, files));
  return { ...(await metadataOf(files, kind.metadata)), ...defined({ ...manuscript, pictures }) };
}

const METADATA = /<office:meta>[\s\S]*?<\/office:meta>/;
/** Elements in which the prefixes of the metadata are declared. */
const NAMESPACES =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"';

/** Returns a flat OpenDocument text in the form of an archive. @throws ManuscriptError if it is another kind of file */
function flatArchive(bytes: Uint8Array): Archive {
  const text = decodeText(bytes);
  if (!/<office:document[\s>]/.test(text.slice(0, MAX_HEAD_CHARACTERS)))
    throw new ManuscriptError('It is not a .fodt file. Save it again with a word processor.');
  const metadata = METADATA.exec(text)?.[0] ?? '';
  const pictures: [string, Uint8Array][] = [];
  const content = text.replaceAll(FLAT_PICTURE, (_, attributes: string, data: string) => {
    const name = `Pictures/${pictures.length}`;
    pictures.push([name, Buffer.from(data, 'base64')]);
    return `<draw:image${attributes} xlink:href="${name}">`;
  });
  const parts = new Map<string, Uint8Array>([
    ...pictures,
    ['content.xml', new TextEncoder().encode(content)],
    ['meta.xml', new TextEncoder().encode(`<office:document-meta ${NAMESPACES}>${metadata}</office:document-meta>`)],
  ]);
  return { names: [...parts.keys()], read: async (name) => parts.get(name) };
}

/** Matches the beginning of a picture in a flat document, with its content in Base64. */
const FLAT_PICTURE =
  /<draw:image((?:\s[\w:-]+="[^"]*")*)\s*>\s*<office:binary-data>([\w+/=\s]*)<\/office:binary-data>/g;
const MAX_HEAD_CHARACTERS = 20_000;

/** Reads the parts of a document. @throws ManuscriptError instead of the errors of libraries */
async function readParts(kind: Kind, source: DocumentSource): Promise<Manuscript> {
  try {
    return await kind.read(source);
  } catch (cause) {
    if (cause instanceof LecternError) throw cause;
    throw new ManuscriptError('Its text cannot be read. Save it again with a word processor, or as HTML.', { cause });
  }
}

/** Reads the metadata, which both formats store as Dublin Core. */
async function metadataOf(files: Files, name: string): Promise<Manuscript> {
  if (!files.has(name)) return {};
  const metadata = parseXml(await files.text(name));
  const value = (field: string) => oneLine(text(named(metadata, field)[0])) || undefined;
  const authors = (value('initial-creator') ?? value('creator'))?.split(';').map(oneLine).filter(Boolean);
  const subjects = named(metadata, 'keywords')
    .concat(named(metadata, 'keyword'))
    .flatMap((element) => text(element).split(/[,;]/));
  return defined({
    title: value('title'),
    authors,
    language: value('language'),
    description: value('description'),
    subjects: subjects.map(oneLine).filter(Boolean),
  });
}

const defined = (fields: Manuscript): Manuscript =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
