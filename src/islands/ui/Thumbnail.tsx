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
