import { useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import type { AreaT } from '../../ui/use-island.ts';

interface PictureProps {
  readonly t: AreaT<'reader'>;
  readonly image: HTMLImageElement;
  readonly onClose: () => void;
}

/** A picture of the chapter as large as the window; a tap shows it in its own size and back. */
export function Picture({ t, image, onClose }: PictureProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isWhole, setWhole] = useState(true);
  // Closed before it leaves the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const caption = image.closest('figure')?.querySelector('figcaption')?.textContent ?? image.alt;
  return (
    <dialog ref={dialog} className="picture" aria-label={image.alt || t('picture')} onCancel={onClose}>
      <button
        type="button"
        className="picture-view"
        data-whole={isWhole}
        aria-label={t('picture-open')}
        aria-pressed={!isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        <img src={image.currentSrc || image.src} alt={image.alt} />
      </button>
      {caption !== '' && <p>{caption}</p>}
      <button type="button" className="tool" aria-label={t('close')} onClick={onClose}>
        <Icon name="close" />
      </button>
    </dialog>
  );
}
