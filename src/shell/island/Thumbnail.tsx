import type { Cover } from '#src/contract/entities/book.ts';
import { LIST_COVER_PX, pictureOf } from './covers.ts';

interface ThumbnailProps {
  readonly src: string | undefined;
  /** Address of the picture shown if the book has no cover or its cover fails to load. */
  readonly fallback: string;
  readonly width: number;
  /** Hue of the background that is shown until the picture has loaded. */
  readonly tone?: number | undefined;
  readonly className?: string;
  readonly loading?: 'lazy' | 'eager';
}

/** A small cover in an island. It is decorative, because the title is next to it. */
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
  /** Returns the full address of a picture. */
  readonly mediaUrl: (url: string) => string;
  /** Minimum width of the picture, in px. */
  readonly pixels: number;
}

/** A small cover, loaded in the smallest available width that is sufficient. */
export function CoverThumbnail({ cover, mediaUrl, pixels, ...image }: CoverThumbnailProps) {
  return <Thumbnail {...image} src={cover ? mediaUrl(pictureOf(cover, pixels)) : undefined} tone={cover?.tone} />;
}

/** The cover in a row of a library list. */
export function RowCover(props: Pick<CoverThumbnailProps, 'cover' | 'mediaUrl' | 'fallback'>) {
  return <CoverThumbnail {...props} className="history-cover" width={64} pixels={LIST_COVER_PX} />;
}
