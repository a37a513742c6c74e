import { BAR_ICONS, type BarIconName } from '#src/lib/bar-icons.ts';
import { textDirection } from '#src/lib/text-direction.ts';
import { type Panel, toggleFontPanel, togglePanel, toggleTableOfContents } from '#src/stores/reader-panels.ts';
import { toggleNight } from '#src/stores/reader-settings.ts';
import { $chapter } from '#src/stores/reading-state.ts';
import { PathIcon } from '../ui/PathIcon.tsx';
import type { Island } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';
import { type Step, turnChapter } from './paginated/turn-page.ts';
import { onPlainClick } from './plain-click.ts';
import type { ReaderControlsProps } from './props.ts';
import { Status } from './Status.tsx';

const Icon = ({ name }: { readonly name: BarIconName }) => <PathIcon path={BAR_ICONS[name]} />;

interface ReaderBarProps
  extends Pick<ReaderControlsProps, 'bookHref' | 'bookWords' | 'chapter' | 'chapterCount' | 'language'> {
  readonly island: Island<'reader'>;
  readonly night: boolean;
  readonly panel: Panel | null;
  readonly panelId: string;
}

/** The way on, what opens over the text, and how far the book is read. */
export function ReaderBar({ island, night, panel, panelId, ...page }: ReaderBarProps) {
  const { t } = island;
  const { previousHref, nextHref } = useStored($chapter, page.chapter) ?? page.chapter;
  const opens = (name: Panel) => ({
    'aria-expanded': panel === name,
    ...(panel === name ? { 'aria-controls': panelId } : {}),
  });
  return (
    <nav className="reader-bar" dir={textDirection(page.language)} aria-label={t('controls')}>
      <Status island={island} {...page} />
      <Turn href={previousHref} step={-1} icon="previous" label={t('previous')} />
      <a href={`${page.bookHref}#chapters`} aria-haspopup="dialog" onClick={onPlainClick(toggleTableOfContents)}>
        <Icon name="list" />
        <span>{t('toc')}</span>
      </a>
      <button type="button" aria-pressed={night} onClick={() => toggleNight(night)}>
        <Icon name={night ? 'sun' : 'moon'} />
        <span>{t('night')}</span>
      </button>
      <button type="button" {...opens('type')} onClick={toggleFontPanel}>
        <Icon name="type" />
        <span>{t('type')}</span>
      </button>
      <button type="button" {...opens('more')} onClick={() => togglePanel('more')}>
        <Icon name="more" />
        <span>{t('more')}</span>
      </button>
      <Turn href={nextHref} step={1} icon="next" label={t('next')} />
    </nav>
  );
}

interface TurnProps {
  readonly href: string | null;
  readonly step: Step;
  readonly icon: BarIconName;
  readonly label: string;
}

/** Towards a neighbouring chapter; an empty place where there is none. */
function Turn({ href, step, icon, label }: TurnProps) {
  if (href === null) return <span className="reader-step" />;
  return (
    <a
      className="reader-step"
      href={href}
      aria-label={label}
      onClick={onPlainClick(() => void turnChapter(step, href))}
    >
      <Icon name={icon} />
    </a>
  );
}
