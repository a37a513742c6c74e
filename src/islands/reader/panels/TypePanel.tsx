import { supportsVerticalText } from '#src/lib/text-direction.ts';
import {
  $bgColor,
  $fontSize,
  $readerSettings,
  DEFAULT_READER_SETTINGS,
  FONT_SIZE,
  PAPERS,
} from '#src/stores/local-storage.ts';
import { decreaseFont, increaseFont, setPaper } from '#src/stores/reader-settings.ts';
import { changeReaderSettings } from '#src/stores/reading-state.ts';
import type { AreaT } from '../../ui/use-island.ts';
import { useStored } from '../../ui/use-stored.ts';
import { currentArticle } from '../articles.ts';
import type { PanelProps } from '../panel.ts';
import { VerticalSwitch } from '../text/VerticalSwitch.tsx';
import { Choice, Stepper, Switch } from './Fields.tsx';

type T = AreaT<'reader'>;

/** How the text looks, and the paper behind it. */
export function TypePanel({ island: { t }, language }: PanelProps) {
  const size = useStored($fontSize, FONT_SIZE.initial);
  const { face, justify, hyphens, black } = useStored($readerSettings, DEFAULT_READER_SETTINGS);
  return (
    <>
      <Stepper
        label={t('size')}
        value={size}
        less={{ label: t('smaller'), act: decreaseFont, off: size <= FONT_SIZE.least }}
        more={{ label: t('larger'), act: increaseFont, off: size >= FONT_SIZE.most }}
      />
      <Papers t={t} />
      <Choice
        label={t('face')}
        name="face"
        options={[
          ['serif', t('face-serif')] as const,
          ['sans', t('face-sans')] as const,
          ['clear', t('face-clear')] as const,
        ]}
        chosen={face}
        onChoose={(value) => changeReaderSettings({ face: value })}
      />
      <Lines t={t} />
      <Paragraphs t={t} />
      <Switch label={t('justify')} on={justify} onChange={(on) => changeReaderSettings({ justify: on })} />
      <Switch label={t('hyphens')} on={hyphens ?? justify} onChange={(on) => changeReaderSettings({ hyphens: on })} />
      {supportsVerticalText(language) && <VerticalSwitch t={t} />}
      <Switch label={t('black')} on={black} onChange={(on) => changeReaderSettings({ black: on })} />
    </>
  );
}

/** Line heights by step, as src/styles/reader-type.css has them. */
const LEADINGS = ['1.4', '1.5', '1.6', '1.8', '2.0'];

/** Height and width of lines, and the room beside them. */
function Lines({ t }: { readonly t: T }) {
  const { leading, measure, margin } = useStored($readerSettings, DEFAULT_READER_SETTINGS);
  const widths = [[1, t('narrow')] as const, [2, t('medium')] as const, [3, t('wide')] as const];
  return (
    <>
      <Stepper
        label={t('leading')}
        value={LEADINGS[leading - 1] ?? ''}
        less={{
          label: t('leading-less'),
          act: () => changeReaderSettings({ leading: leading - 1 }),
          off: leading <= 1,
        }}
        more={{
          label: t('leading-more'),
          act: () => changeReaderSettings({ leading: leading + 1 }),
          off: leading >= LEADINGS.length,
        }}
      />
      <Choice
        label={t('measure')}
        name="measure"
        options={widths}
        chosen={measure}
        onChoose={(value) => changeReaderSettings({ measure: value })}
      />
      <Choice
        label={t('margin')}
        name="margin"
        options={widths}
        chosen={margin}
        onChoose={(value) => changeReaderSettings({ margin: value })}
      />
    </>
  );
}

/** What sets paragraphs apart: the reader's choice, else the book's. */
function Paragraphs({ t }: { readonly t: T }) {
  const { paragraphs } = useStored($readerSettings, DEFAULT_READER_SETTINGS);
  const ofBook = currentArticle()?.dataset['paragraphs'] === 'indented' ? 'indented' : 'spaced';
  return (
    <Choice
      label={t('paragraphs')}
      name="paragraphs"
      options={[['spaced', t('paragraphs-spaced')] as const, ['indented', t('paragraphs-indented')] as const]}
      chosen={paragraphs ?? ofBook}
      onChoose={(value) => changeReaderSettings({ paragraphs: value })}
    />
  );
}

const ALL_PAPERS = Array.from({ length: PAPERS }, (_none, index) => index + 1);

function Papers({ t }: { readonly t: T }) {
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

const paperKey = (paper: number) => `paper-${paper}` as Parameters<T>[0];
