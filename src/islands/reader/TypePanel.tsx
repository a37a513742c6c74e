import { $bgColor, $fontSize, FONT_SIZE, PAPERS } from '#src/stores/local.ts';
import { decreaseFont, increaseFont, setPaper } from '#src/stores/reading.ts';
import { Icon } from '../ui/Icon.tsx';
import type { AreaT } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';

/** Size of the text and paper behind it. */
export function TypePanel({ id, t }: { id: string; t: AreaT<'reader'> }) {
  const size = useStored($fontSize, FONT_SIZE.initial);
  return (
    <section id={id} className="reader-panel reader-type" aria-label={t('type')}>
      <div className="reader-size">
        <button type="button" aria-label={t('smaller')} disabled={size <= FONT_SIZE.least} onClick={decreaseFont}>
          <Icon name="minus" />
        </button>
        <output aria-live="polite">{size}</output>
        <button type="button" aria-label={t('larger')} disabled={size >= FONT_SIZE.most} onClick={increaseFont}>
          <Icon name="plus" />
        </button>
      </div>
      <Papers t={t} />
    </section>
  );
}

const ALL_PAPERS = Array.from({ length: PAPERS }, (_none, index) => index + 1);

function Papers({ t }: { t: AreaT<'reader'> }) {
  const chosen = useStored($bgColor, 1);
  return (
    <fieldset className="reader-papers">
      <legend className="said">{t('paper')}</legend>
      {ALL_PAPERS.map((paper) => (
        <label key={paper} data-swatch={paper}>
          <input
            type="radio"
            name="paper"
            value={paper}
            checked={paper === chosen}
            aria-label={t(paperKey(paper))}
            onChange={() => setPaper(paper)}
          />
        </label>
      ))}
    </fieldset>
  );
}

const paperKey = (paper: number) => `paper-${paper}` as Parameters<AreaT<'reader'>>[0];
