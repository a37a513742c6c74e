import type { ReactNode } from 'react';
import { DownloadButton } from '#src/features/offline/island/DownloadButton.tsx';
import { Icon, type IslandIconName } from '#src/shell/island/Icon.tsx';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $readerSettings, DEFAULT_READER_SETTINGS } from '#src/shell/state/local-storage.ts';
import type { PanelProps } from '../island/panel.ts';
import { canFullScreen, canStayAwake, toggleFullScreen } from '../island/screen.ts';
import { reportedChapter, reportForm } from '../report/reported.ts';
import { $reported, closePanels, type Panel, togglePanel } from '../state/reader-panels.ts';
import { $autoScroll, toggleAutoScroll } from '../state/reading-state.ts';
import { Switch } from '../type/Fields.tsx';
import { SettingChoice, SettingStepper, SettingSwitch } from '../type/SettingFields.tsx';

/** The panel with the tools that are not in the bar. */
export function MorePanel({ island, book, chapterCount }: PanelProps) {
  const { t } = island;
  const { flow } = useStored($readerSettings, DEFAULT_READER_SETTINGS);
  return (
    <>
      <SettingChoice name="flow" label={t('flow')} options={{ scroll: t('flow-scroll'), pages: t('flow-pages') }} />
      {flow === 'pages' && (
        <SettingChoice name="columns" label={t('columns')} options={{ 1: t('columns-1'), 2: t('columns-2') }} />
      )}
      <AutoScroll t={t} />
      <ul className="reader-tools">
        <Opener panel="listen" icon="headphones" t={t} />
        <Opener panel="marks" icon="bookmark" t={t} />
        <Opener panel="find" icon="search" t={t} />
        {canFullScreen() && (
          <Tool icon="maximize" act={toggleFullScreen}>
            {t('full')}
          </Tool>
        )}
        <Opener panel="keys" icon="keyboard" t={t} />
        {reportForm() && (
          <Tool icon="flag" act={reportChapter}>
            {t('report')}
          </Tool>
        )}
      </ul>
      <DownloadButton {...island.props} book={book} cover={book.cover} chapters={chapterCount} />
      {canStayAwake() && <SettingSwitch name="wake" label={t('wake')} />}
    </>
  );
}

function reportChapter(): void {
  closePanels();
  $reported.set(reportedChapter());
}

function AutoScroll({ t }: { readonly t: AreaT<'reader'> }) {
  const on = useStored($autoScroll, false);
  return (
    <>
      <Switch label={t('auto')} on={on} onChange={toggleAutoScroll} />
      <SettingStepper name="speed" label={t('speed')} less={t('slower')} more={t('faster')} />
    </>
  );
}

interface OpenerProps {
  readonly panel: Exclude<Panel, 'more'>;
  readonly icon: IslandIconName;
  readonly t: AreaT<'reader'>;
}

/** A button that replaces this panel with another. */
function Opener({ panel, icon, t }: OpenerProps) {
  return (
    <Tool icon={icon} act={() => togglePanel(panel)}>
      {t(panel)}
    </Tool>
  );
}

interface ToolProps {
  readonly icon: IslandIconName;
  readonly act: () => void;
  readonly children: ReactNode;
}

function Tool({ icon, act, children }: ToolProps) {
  return (
    <li>
      <button type="button" onClick={act}>
        <Icon name={icon} />
        <span>{children}</span>
      </button>
    </li>
  );
}
