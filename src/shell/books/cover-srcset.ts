import type { Cover } from '#src/contract/entities/book.ts';

/** The `src` and `srcset` of a picture; `srcset` is undefined for a vector picture. */
export interface Sources {
  readonly src: string;
  readonly srcset: string | undefined;
}

const FALLBACK_WIDTH = 240;

/** The sources of a cover: the widths that its server offers, up to `maxWidth` px. */
export function coverSources({ url, widths }: Cover, maxWidth = 480): Sources {
  const fitting = widths.filter((width) => width <= maxWidth).sort((a, b) => a - b);
  const fallback = fitting.find((width) => width >= FALLBACK_WIDTH) ?? fitting.at(-1);
  if (fallback === undefined) return { src: url, srcset: undefined };
  return {
    src: sized(url, fallback),
    srcset: fitting.map((width) => `${sized(url, width)} ${width}w`).join(', '),
  };
}

/** Address of the smallest version of a cover, for a blurred background. */
export const smallestCover = ({ url, widths }: Cover): string =>
  widths.length === 0 ? url : sized(url, Math.min(...widths));

const sized = (url: string, width: number) => `${url}${url.includes('?') ? '&' : '?'}w=${width}`;
