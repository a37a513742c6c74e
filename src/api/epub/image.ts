import { hash } from '#src/lib/hash.ts';
import { isSafeSvg } from './svg.ts';
import type { ImageType, ImportedImage } from './types.ts';

const SIGNATURES: [ImageType, RegExp][] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
];

/** An image by what its bytes say, not by its name; undefined for what is no image we show, or an unsafe SVG. */
export function imageOf(bytes: Uint8Array): ImportedImage | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const type = SIGNATURES.find(([, signature]) => signature.test(head))?.[0];
  const found = type ?? (isSafeSvg(bytes) ? 'image/svg+xml' : undefined);
  return found && { id: hash(bytes, 16), type: found, bytes };
}
