import type { ReactNode } from 'react';
import { $readerSettings, DEFAULT_READER_SETTINGS } from '#src/stores/local-storage.ts';
import { $reported, closePanels, type Panel, togglePanel } from '#src/stores/reader-panels.ts';
import { $autoScroll, changeReaderSettings, changeSpeed, SPEED, toggleAutoScroll } from '#src/stores/reading-state.ts';
import { DownloadButton } from '../../offline/DownloadButton.tsx';
import { Icon, type IslandIconName } from '../../ui/Icon.tsx';
import type { AreaT } from '../../ui/use-island.ts';
import { useStored } from '../../ui/use-stored.ts';
import type { PanelProps } from '../panel.ts';
import { reportedChapter, reportForm } from '../report/reported.ts';
import { canFullScreen, canStayAwake, toggleFullScreen } from '../screen.ts';
import { Choice, Stepper, Switch } from './Fields.tsx';

/** The tools that need no place in the bar. */
export function MorePanel({ island, book, chapterCount }: PanelProps) {
  const { t } = island;
  const { flow, columns, wake } = useStored($readerSettings, DEFAULT_READER_SETTINGS);
  return (
    <>
      <Choice
        label={t('flow')}
        name="flow"
        options={[['scroll', t('flow-scroll')] as const, ['pages', t('flow-pages')] as const]}
        chosen={flow}
        onChoose={(value) => changeReaderSettings({ flow: value })}
      />
      {flow === 'pages' && (
        <Choice
          label={t('columns')}
          name="columns"
          options={[[1, t('columns-1')] as const, [2, t('columns-2')] as const]}
          chosen={columns}
          onChoose={(value) => changeReaderSettings({ columns: value })}
        />
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
      <DownloadButton {...island.given} book={book} cover={book.cover} chapters={chapterCount} />
      {canStayAwake() && <Switch label={t('wake')} on={wake} onChange={(on) => changeReaderSettings({ wake: on })} />}
    </>
  );
}

function reportChapter(): void {
  closePanels();
  $reported.set(reportedChapter());
}

function AutoScroll({ t }: { readonly t: AreaT<'reader'> }) {
  const on = useStored($autoScroll, false);
  const { speed } = useStored($readerSettings, DEFAULT_READER_SETTINGS);
  return (
    <>
      <Switch label={t('auto')} on={on} onChange={toggleAutoScroll} />
      <Stepper
        label={t('speed')}
        value={speed}
        less={{ label: t('slower'), act: () => changeSpeed(-1), off: speed <= SPEED.least }}
        more={{ label: t('faster'), act: () => changeSpeed(1), off: speed >= SPEED.most }}
      />
    </>
  );
}

interface OpenerProps {
  readonly panel: Exclude<Panel, 'more'>;
  readonly icon: IslandIconName;
  readonly t: AreaT<'reader'>;
}

/** Opens another panel in this one's place. */
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
