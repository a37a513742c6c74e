import { useEffect, useEffectEvent, useRef } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import type { AreaT } from '../../ui/use-island.ts';

interface FootnoteProps {
  readonly t: AreaT<'reader'>;
  /** Where the link to the note leads. */
  readonly target: Element;
  readonly onClose: () => void;
}

/** A note of the chapter over the page, without leaving the line; another click or Escape closes it. */
export function Footnote({ t, target, onClose }: FootnoteProps) {
  const popover = useRef<HTMLElement>(null);
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    text.current?.replaceChildren(...contentOf(target));
    const element = popover.current;
    element?.showPopover();
    return () => element?.hidePopover();
  }, [target]);
  useEscape(onClose);
  return (
    <aside
      ref={popover}
      popover="auto"
      className="footnote"
      aria-label={t('footnote')}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      <button type="button" className="tool" aria-label={t('close')} onClick={onClose}>
        <Icon name="close" />
      </button>
      <div ref={text} className="reader-text" lang={languageOf(target)} />
    </aside>
  );
}

/** The reader's keys take Escape before the popover would hear of it. */
function useEscape(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, []);
}

const languageOf = (element: Element) => element.closest('[lang]')?.getAttribute('lang') ?? undefined;

/** The note's paragraph, list item or definition; without the ids that stand in the page already, and the link back. */
function contentOf(target: Element): Node[] {
  const block = target.closest('li, dd, p, blockquote, figure, section, div, h2, h3, h4') ?? target;
  const copy = block.cloneNode(true) as Element;
  for (const element of [copy, ...copy.querySelectorAll('[id]')]) element.removeAttribute('id');
  for (const link of copy.querySelectorAll('a[href^="#"]'))
    link.replaceWith(isArrow(link) ? '' : (link.textContent ?? ''));
  return copy.matches('li, dd') ? [...copy.childNodes] : [copy];
}

/** What only leads back: arrows and the like. */
const isArrow = ({ textContent }: Element) => !/[\p{L}\p{N}]/u.test(textContent ?? '');
