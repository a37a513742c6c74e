/** How wide the reader shows a picture at most, for `sizes` of its `img`: a column of its first type size, or the window. */
export const PICTURE_SIZES = '(min-width: 640px) 36rem, calc(100vw - 40px)';

/** An address without spaces, and its width in px. */
const CANDIDATE = /^([^\s,]+) (\d{1,5})w$/;

export interface PictureCandidate {
  readonly url: string;
  /** px */
  readonly width: number;
}

/** The addresses of a `srcset` that tells widths; none where it says anything else. */
export function parseSrcset(srcset: string): PictureCandidate[] {
  const parts = srcset.split(',').map((part) => CANDIDATE.exec(part.trim()));
  const found = parts.flatMap((part) => (part ? [{ url: part[1] ?? '', width: Number(part[2]) }] : []));
  return found.length === parts.length ? found : [];
}

export const formatSrcset = (candidates: readonly PictureCandidate[]): string =>
  candidates.map(({ url, width }) => `${url} ${width}w`).join(', ');
