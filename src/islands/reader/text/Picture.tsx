import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import type { AreaT } from '../../ui/use-island.ts';
import { largestForm } from './picture-forms.ts';

interface PictureProps {
  readonly t: AreaT<'reader'>;
  readonly image: HTMLImageElement;
  readonly onClose: () => void;
}

/**
 * A picture of the chapter as large as the window; a tap shows it in its own size and back. It is the one on the page
 * until its largest form is there, which stays sharp when it is enlarged further.
 */
export function Picture({ t, image, onClose }: PictureProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isWhole, setWhole] = useState(true);
  // Closed before it leaves the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const source = useLargest(image);
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
        <img src={source} alt={image.alt} />
      </button>
      {caption !== '' && <p>{caption}</p>}
      <button type="button" className="tool" aria-label={t('close')} onClick={onClose}>
        <Icon name="close" />
      </button>
    </dialog>
  );
}

function useLargest(image: HTMLImageElement): string {
  const [source, setSource] = useState(image.currentSrc || image.src);
  useEffect(() => {
    let isOver = false;
    const large = new Image();
    large.src = largestForm(image);
    // What cannot be loaded leaves the one that is there.
    large.decode().then(
      () => isOver || setSource(large.src),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [image]);
  return source;
}
