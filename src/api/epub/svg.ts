const DANGEROUS = [
  /<(?:[\w.-]+:)?(?:script|foreignObject|iframe|embed|object|handler|listener|set|animate\w*|audio|video|a)[\s/>]/i,
  /\son[a-z]+\s*=/i,
  // Bounded, or a file of unfinished doctypes would take time by the square of its length.
  /<!ENTITY|<!ATTLIST|<!DOCTYPE[^>[]{0,1000}\[|<\?xml-stylesheet|@import/i,
  /javascript\s*:/i,
];
const ADDRESS = /(?:\b(?:href|src)\s*=\s*["']?|\burl\(\s*["']?)\s*([^"'\s)>]*)/gi;
const HARMLESS_ADDRESS = /^(?:#|data:image\/(?:png|jpe?g|gif|webp)[;,]|$)/i;

/**
 * Whether bytes are an SVG that only draws: no script, no handlers, nothing fetched from elsewhere. An <img> would not run
 * them, but the file's own address, opened by itself, would. In doubt it is no.
 */
export function isSafeSvg(bytes: Uint8Array): boolean {
  const text = utf8(bytes);
  if (text === undefined || !/<(?:\w+:)?svg[\s>]/i.test(text.slice(0, 4096))) return false;
  if (DANGEROUS.some((pattern) => pattern.test(text))) return false;
  return [...text.matchAll(ADDRESS)].every(([, address = '']) => HARMLESS_ADDRESS.test(address));
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
