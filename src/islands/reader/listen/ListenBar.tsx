import { useEffect, useLayoutEffect } from 'react';
import { $speech } from '#src/stores/listening.ts';
import { $panel, togglePanel } from '#src/stores/reader-panels.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useStored } from '../../ui/use-stored.ts';
import type { PanelProps } from '../panel.ts';
import { ListenButtons } from './ListenButtons.tsx';
import { keepMediaKeys } from './media-keys.ts';

/** The voice's buttons while its panel is closed, and the keys of the device. */
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
