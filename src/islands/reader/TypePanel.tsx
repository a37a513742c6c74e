import type { IslandT } from '#src/i18n/island-t.ts';
import { $bgColor, $fontSize, FONT_SIZE, PAPERS } from '#src/stores/local.ts';
import { decreaseFont, increaseFont, setPaper } from '#src/stores/reading.ts';
import { Icon } from '../ui/Icon.tsx';
import { useStored } from '../ui/use-stored.ts';

const ALL_PAPERS = Array.from({ length: PAPERS }, (_none, index) => index + 1);

/** Size of the text and paper behind it. */
export function TypePanel({ t }: { t: IslandT }) {
  const size = useStored($fontSize, FONT_SIZE.initial);
  const paper = useStored($bgColor, 1);
  return (
    <section className="reader-panel" aria-label={t('type')}>
      <div className="reader-size">
        <button type="button" aria-label={t('smaller')} disabled={size <= FONT_SIZE.least} onClick={decreaseFont}>
          <Icon name="minus" />
        </button>
        <output aria-live="polite">{size}</output>
        <button type="button" aria-label={t('larger')} disabled={size >= FONT_SIZE.most} onClick={increaseFont}>
          <Icon name="plus" />
        </button>
      </div>
      <div className="reader-papers" role="radiogroup" aria-label={t('paper')}>
        {ALL_PAPERS.map((number) => (
          // biome-ignore lint/a11y/useSemanticElements: a swatch is a button that looks like its paper.
          <button
            key={number}
            type="button"
            role="radio"
            aria-checked={number === paper}
            data-swatch={number}
            aria-label={t(`paper-${number}`)}
            onClick={() => setPaper(number)}
          />
        ))}
      </div>
    </section>
  );
}
