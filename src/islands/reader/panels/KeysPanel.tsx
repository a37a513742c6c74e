import { $readerSettings, DEFAULT_READER_SETTINGS } from '#src/stores/local-storage.ts';
import { changeReaderSettings } from '#src/stores/reading-state.ts';
import type { AreaT } from '../../ui/use-island.ts';
import { useStored } from '../../ui/use-stored.ts';
import { type Action, KEYS } from '../keys.ts';
import type { PanelProps } from '../panel.ts';
import { Switch } from './Fields.tsx';

/** How keys are written on keyboards. */
const FACES: Readonly<Record<string, string>> = { ArrowRight: '→', ArrowLeft: '←', Escape: 'Esc' };

const ACTIONS = Object.entries(KEYS) as [Action, readonly string[]][];

/** What each key does; letters can be switched off for who speaks or types by other means. */
export function KeysPanel({ island: { t } }: PanelProps) {
  const { keys } = useStored($readerSettings, DEFAULT_READER_SETTINGS);
  return (
    <>
      <Switch label={t('letters')} on={keys} onChange={(on) => changeReaderSettings({ keys: on })} />
      <dl className="reader-key-list">
        {ACTIONS.map(([action, [key = '']]) => (
          <div key={action} data-off={!keys && key.length === 1}>
            <dt>
              <kbd>{FACES[key] ?? key}</kbd>
            </dt>
            <dd>{t(textOf(action))}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const textOf = (action: Action) => `key-${action}` as Parameters<AreaT<'reader'>>[0];
