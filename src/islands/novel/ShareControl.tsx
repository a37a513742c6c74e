import { type MouseEvent, type ToggleEvent, useEffect, useId, useRef, useState } from 'react';
import { toast } from '#src/stores/messages.ts';
import { type Shareable, shareLink } from '#src/stores/share.ts';
import { Icon } from '../ui/Icon.tsx';
import type { Island } from '../ui/use-island.ts';
import { withTimeout } from './with-timeout.ts';

export interface ShareControlProps {
  readonly t: Island<'novel'>['t'];
  /** A book where it says nothing else. */
  readonly kind?: Shareable['kind'];
  readonly id: number;
  readonly title: string;
  /** Canonical path of what is shared. */
  readonly path: string;
  /** Canonical address of what is shared, given where nothing shorter is to be had in time. */
  readonly address: string;
}

/** Sends a page on: by the device's own way where it has one, else by an address to copy, which needs no script. */
export function ShareControl({ t, kind = 'book', id, title, path, address }: ShareControlProps) {
  const [link, setLink] = useState(address);
  const panel = useId();
  const field = useRef<HTMLInputElement>(null);
  const find = () => shareLink({ kind, id, path });

  // The panel opens by itself, perhaps before anybody listened to it.
  useEffect(() => {
    if (field.current?.checkVisibility?.()) void shareLink({ kind, id, path }).then(setLink);
  }, [kind, id, path]);
  const opened = ({ newState }: ToggleEvent) => {
    if (newState === 'open') void find().then(setLink);
  };

  const share = async (event: MouseEvent) => {
    if (!('share' in navigator)) return;
    event.preventDefault();
    const data = { title, url: await withTimeout(find(), address) };
    // A visitor who thinks better of it has done nothing wrong.
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
