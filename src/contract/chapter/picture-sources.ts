/**
 * Maximum width of a picture in the reader, for `sizes` of its `img`: a column at the default font size, or the window.
 */
export const PICTURE_SIZES = '(min-width: 640px) 36rem, calc(100vw - 40px)';

/** A URL without spaces, and its width in px. */
const CANDIDATE = /^([^\s,]+) (\d{1,5})w$/;

export interface PictureCandidate {
  readonly url: string;
  /** px */
  readonly width: number;
}

/** The entries of a `srcset` with width descriptors; empty if the `srcset` contains anything else. */
export function parseSrcset(srcset: string): PictureCandidate[] {
  const parts = srcset.split(',').map((part) => CANDIDATE.exec(part.trim()));
  const candidates = parts.flatMap((part) => (part ? [{ url: part[1] ?? '', width: Number(part[2]) }] : []));
  return candidates.length === parts.length ? candidates : [];
}

export const formatSrcset = (candidates: readonly PictureCandidate[]): string =>
  candidates.map(({ url, width }) => `${url} ${width}w`).join(', ');
