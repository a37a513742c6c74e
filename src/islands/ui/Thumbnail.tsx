import type { Cover } from '#src/contract/entities/book.ts';
import { LIST_COVER_PX, pictureOf } from './covers.ts';

interface ThumbnailProps {
  readonly src: string | undefined;
  /** Shown where the book has no cover, or one that does not come. */
  readonly fallback: string;
  readonly width: number;
  /** Of the ground until it comes. */
  readonly tone?: number | undefined;
  readonly className?: string;
  readonly loading?: 'lazy' | 'eager';
}

/** A small cover in an island; the name of the book stands beside it. */
export function Thumbnail({ src, fallback, width, tone, className, loading = 'lazy' }: ThumbnailProps) {
  return (
    <img
      className={className}
      src={src ?? fallback}
      alt=""
      width={width}
      height={width * 1.5}
      loading={loading}
      data-tone={tone}
      onError={({ currentTarget }) => {
        if (!currentTarget.src.endsWith(fallback)) currentTarget.src = fallback;
      }}
    />
  );
}

interface CoverThumbnailProps extends Omit<ThumbnailProps, 'src' | 'tone'> {
  readonly cover: Cover | null;
  /** Gives a picture its full path. */
  readonly mediaUrl: (url: string) => string;
  /** Least width of the picture, px. */
  readonly pixels: number;
}

/** The cover of a book, small, in the width that is needed. */
export function CoverThumbnail({ cover, mediaUrl, pixels, ...image }: CoverThumbnailProps) {
  return <Thumbnail {...image} src={cover ? mediaUrl(pictureOf(cover, pixels)) : undefined} tone={cover?.tone} />;
}

/** The cover in a row of the visitor's books. */
export function RowCover(props: Pick<CoverThumbnailProps, 'cover' | 'mediaUrl' | 'fallback'>) {
  return <CoverThumbnail {...props} className="history-cover" width={64} pixels={LIST_COVER_PX} />;
}
