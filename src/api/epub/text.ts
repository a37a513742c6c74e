import { parseFragment } from 'parse5';
import { textOf } from './tree.ts';

const BOMS: [number[], string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];
const XML_ENTITIES = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

/** Decodes an XML document with the encoding of its byte order mark, or else of its declaration, or else as UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  const marked = BOMS.find(([bom]) => bom.every((byte, at) => bytes[at] === byte))?.[1];
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
  return decoder(marked ?? declared ?? 'utf-8').decode(bytes);
}

/** Replaces HTML's named entities with characters, because XML defines only five of them, which are kept. */
export function expandEntities(xml: string): string {
  return xml.replace(/&([a-z][a-z0-9]*);/gi, (whole, name: string) =>
    XML_ENTITIES.has(name) ? whole : escapeXml(textOf(parseFragment(whole))),
  );
}

/**
 * Returns a text as one line: collapses white space to single spaces, and removes invisible characters such as soft
 * hyphens.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\u2060\u200b\ufeff\u00ad]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function decoder(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder('utf-8');
  }
}
