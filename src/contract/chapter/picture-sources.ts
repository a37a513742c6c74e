/**
 * Value of `sizes` for pictures in the reader: the text column at the default font size, or the width of the window.
 */
export const PICTURE_SIZES = '(min-width: 640px) 36rem, calc(100vw - 40px)';

/** Matches an entry of a `srcset`: a URL without spaces, and a width in px. */
const CANDIDATE = /^([^\s,]+) (\d{1,5})w$/;

export interface PictureCandidate {
  readonly url: string;
  /** px */
  readonly width: number;
}

/** Parses a `srcset` with width descriptors. @returns its entries; empty if it contains anything else */
export function parseSrcset(srcset: string): PictureCandidate[] {
  const parts = srcset.split(',').map((part) => CANDIDATE.exec(part.trim()));
  const candidates = parts.flatMap((part) => (part ? [{ url: part[1] ?? '', width: Number(part[2]) }] : []));
  return candidates.length === parts.length ? candidates : [];
}

export const formatSrcset = (candidates: readonly PictureCandidate[]): string =>
  candidates.map(({ url, width }) => `${url} ${width}w`).join(', ');
