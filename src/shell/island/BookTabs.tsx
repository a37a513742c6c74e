import type { Paths } from '#src/routes/paths.ts';
import type { AreaT } from './use-island.ts';
import type { Tab } from './use-tab.ts';

interface BookTabsProps {
  readonly t: AreaT<'account'>;
  readonly paths: Paths;
  readonly current: Tab | 'notebooks';
}

/** The tabs of the library pages. Notebooks are a separate page. */
export function BookTabs({ t, paths, current }: BookTabsProps) {
  const tabs = [
    ['history', `${paths.history()}#history`, t('history-title')],
    ['shelf', `${paths.history()}#shelf`, t('shelf')],
    ['notebooks', paths.notebook(), t('notebooks')],
    ['manage', `${paths.history()}#manage`, t('manage')],
  ] as const;
  return (
    <nav className="book-tabs" aria-label={t('history-title')}>
      {tabs.map(([name, href, text]) => (
        <a key={name} href={href} aria-current={current === name ? 'page' : undefined} data-keep-scroll>
          {text}
        </a>
      ))}
    </nav>
  );
}
