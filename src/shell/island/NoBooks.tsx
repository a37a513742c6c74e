import type { Island } from './use-island.ts';

interface NoBooksProps {
  readonly island: Island<'account'>;
  readonly image: string;
  readonly title: string;
  readonly hint: string;
}

/** The text of an empty list, with a link to find books. */
export function NoBooks({ island: { t, paths }, image, title, hint }: NoBooksProps) {
  return (
    <div className="empty">
      <img src={image} alt="" width="240" height="180" />
      <h2>{title}</h2>
      <p>{hint}</p>
      <a className="button" href={paths.home()}>
        {t('find-book')}
      </a>
    </div>
  );
}
