import { useStored } from '#src/shell/island/use-stored.ts';
import { $readerSettings, DEFAULT_READER_SETTINGS } from '#src/shell/state/local-storage.ts';
import { type Action, KEYS, mirroredKey } from '../island/keys.ts';
import type { PanelProps } from '../island/panel.ts';
import { SettingSwitch } from '../type/SettingFields.tsx';

/** Labels of keys, as they are printed on keyboards. */
const KEY_LABELS: Readonly<Record<string, string>> = { ArrowRight: '→', ArrowLeft: '←', Escape: 'Esc' };

const ACTIONS = Object.entries(KEYS) as [Action, readonly string[]][];

/**
 * The panel with the keyboard shortcuts. Visitors can turn off single-letter shortcuts, for example because they use
 * speech input (WCAG 2.1.4).
 */
export function KeysPanel({ island: { t } }: PanelProps) {
  const { keys } = useStored($readerSettings, DEFAULT_READER_SETTINGS);
  return (
    <>
      <SettingSwitch name="keys" label={t('letters')} />
      <dl className="reader-key-list">
        {ACTIONS.map(([action, [key = '']]) => (
          <div key={action} data-off={!keys && key.length === 1}>
            <dt>
              <kbd>{KEY_LABELS[mirroredKey(key)] ?? key}</kbd>
            </dt>
            <dd>{t(`key-${action}`)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
