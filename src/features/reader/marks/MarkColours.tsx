import { MARK_COLOURS, type MarkColour } from '#src/contract/entities/marks.ts';
import type { AreaT } from '#src/shell/island/use-island.ts';

interface MarkColoursProps {
  readonly t: AreaT<'reader'>;
  readonly chosen: MarkColour;
  readonly onChoose: (colour: MarkColour) => void;
}

/** Radio buttons for the colour of a highlight. */
export function MarkColours({ t, chosen, onChoose }: MarkColoursProps) {
  return (
    <fieldset className="mark-colours">
      <legend className="said">{t('colour')}</legend>
      {MARK_COLOURS.map((colour) => (
        <label key={colour} className="mark-colour" data-colour={colour}>
          <input
            type="radio"
            name="colour"
            aria-label={t(`colour-${colour}`)}
            checked={colour === chosen}
            onChange={() => onChoose(colour)}
          />
        </label>
      ))}
    </fieldset>
  );
}
