import { useEffect, useLayoutEffect } from 'react';
import { Icon } from '#src/shell/island/Icon.tsx';
import { useStored } from '#src/shell/island/use-stored.ts';
import type { PanelProps } from '../island/panel.ts';
import { $panel, togglePanel } from '../state/reader-panels.ts';
import { ListenButtons } from './ListenButtons.tsx';
import { keepMediaKeys } from './media-keys.ts';
import { $speech } from './state/listening.ts';

/** A bar with the playback buttons while the listening panel is closed. Also handles the device's media keys. */
export function ListenBar({ island, book }: PanelProps) {
  const { t } = island;
  const { state } = useStored($speech, $speech.get());
  const panel = useStored($panel, null);
  const cover = book.cover?.url ?? null;
  useEffect(() => keepMediaKeys(book.title, cover), [book.title, cover]);
  const isShown = state !== 'off' && panel !== 'listen';
  useLayoutEffect(() => void document.documentElement.toggleAttribute('data-listening', isShown), [isShown]);
  if (!isShown) return null;
  return (
    <div className="listen-bar">
      <ListenButtons t={t} />
      <button type="button" aria-label={t('voice')} onClick={() => togglePanel('listen')}>
        <Icon name="more" />
      </button>
    </div>
  );
}
