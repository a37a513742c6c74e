import { textDirection } from '#src/lib/text-direction.ts';
import { BAR_ICONS, type BarIconName } from '#src/shell/island/bar-icons.ts';
import { PathIcon } from '#src/shell/island/PathIcon.tsx';
import { onPlainClick } from '#src/shell/island/plain-click.ts';
import type { Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { type Step, turnChapter } from '../paginated/turn-page.ts';
import { type Panel, toggleFontPanel, togglePanel, toggleTableOfContents } from '../state/reader-panels.ts';
import { toggleNight } from '../state/reader-settings.ts';
import { $chapter } from '../state/reading-state.ts';
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

/** The reader's bar: links to neighbouring chapters, buttons for panels, and the reading progress. */
export function ReaderBar({ island, night, panel, panelId, ...page }: ReaderBarProps) {
  const { t } = island;
  const { previousHref, nextHref } = useStored($chapter, page.chapter) ?? page.chapter;
  const opens = (name: Panel) => ({
    'data-opens': name,
    'aria-expanded': panel === name,
    // Before React has loaded, the panel's frame may be open already (src/features/reader/early-clicks.inline.ts).
    suppressHydrationWarning: true,
    ...(panel === name ? { 'aria-controls': panelId } : {}),
  });
  return (
    <nav className="reader-bar" data-turns={textDirection(page.language)} aria-label={t('controls')}>
      <Status island={island} {...page} />
      <Turn href={previousHref} step={-1} icon="previous" label={t('previous')} />
      <a
        href={`${page.bookHref}#chapters`}
        aria-haspopup="dialog"
        data-opens="toc"
        onClick={onPlainClick(toggleTableOfContents)}
      >
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

/** A link to the next or previous chapter, or an empty placeholder if there is none. */
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
