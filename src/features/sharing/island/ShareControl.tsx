import { type MouseEvent, type ToggleEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '#src/shell/island/Icon.tsx';
import type { Island } from '#src/shell/island/use-island.ts';
import { toast } from '#src/shell/state/messages.ts';
import { type Shareable, shareLink } from '../state.ts';
import { withTimeout } from './with-timeout.ts';

export interface ShareControlProps {
  readonly t: Island<'novel'>['t'];
  /** Kind of the page to share; by default a book. */
  readonly kind?: Shareable['kind'];
  readonly id: number;
  readonly title: string;
  /** Canonical path of the page to share. */
  readonly path: string;
  /** Canonical address of the page. It is shared if the upstream provides no short address in time. */
  readonly address: string;
}

/**
 * The share button. It opens the device's share sheet, or else a panel with an address to copy, which works without
 * JavaScript.
 */
export function ShareControl({ t, kind = 'book', id, title, path, address }: ShareControlProps) {
  const [link, setLink] = useState(address);
  const panel = useId();
  const field = useRef<HTMLInputElement>(null);
  const requestLink = () => shareLink({ kind, id, path });

  // The panel opens without JavaScript, so it may be open before its listener is attached.
  useEffect(() => {
    if (field.current?.checkVisibility?.()) void shareLink({ kind, id, path }).then(setLink);
  }, [kind, id, path]);
  const opened = ({ newState }: ToggleEvent) => {
    if (newState === 'open') void requestLink().then(setLink);
  };

  const share = async (event: MouseEvent) => {
    if (!('share' in navigator)) return;
    event.preventDefault();
    const data = { title, url: await withTimeout(requestLink(), address) };
    // Rejected if the visitor closes the share sheet, which is not an error.
    await navigator.share(data).catch(() => undefined);
  };

  const copy = async () => {
    const copied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    );
    if (!copied) return field.current?.select();
    document.getElementById(panel)?.hidePopover?.();
    toast(t('link-copied'));
  };

  return (
    <>
      <button
        type="button"
        className="button button-quiet share-button"
        popoverTarget={panel}
        onClick={(event) => void share(event)}
      >
        <Icon name="share" />
        <span>{t('share')}</span>
      </button>
      <div id={panel} popover="auto" className="share-panel" onToggle={opened}>
        <label className="field">
          <span>{t('share-link')}</span>
          <input ref={field} type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        </label>
        <button type="button" className="button" onClick={() => void copy()}>
          <Icon name="copy" />
          {t('copy-link')}
        </button>
      </div>
    </>
  );
}
