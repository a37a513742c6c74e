import { supportsVerticalText } from '#src/lib/text-direction.ts';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $bgColor, $fontSize, $readerSettings, DEFAULT_READER_SETTINGS } from '#src/shell/state/local-storage.ts';
import { DEFAULT_FONT_SIZE_PX, MAX_FONT_SIZE_PX, MIN_FONT_SIZE_PX, PAPERS } from '#src/shell/state/reader-settings.ts';
import { currentArticle } from '../island/articles.ts';
import type { PanelProps } from '../island/panel.ts';
import { changeReaderSettings, decreaseFont, increaseFont, setPaper } from '../state/reader-settings.ts';
import { VerticalSwitch } from '../text/VerticalSwitch.tsx';
import { Choice, Stepper, Switch } from './Fields.tsx';
import { LEADINGS } from './leadings.ts';
import { SettingChoice, SettingStepper, SettingSwitch } from './SettingFields.tsx';

type T = AreaT<'reader'>;

/** The panel with the settings for the text and its background. */
export function TypePanel({ island: { t }, language }: PanelProps) {
  const size = useStored($fontSize, DEFAULT_FONT_SIZE_PX);
  const widths = { 1: t('narrow'), 2: t('medium'), 3: t('wide') };
  return (
    <>
      <Stepper
        label={t('size')}
        value={size}
        less={{ label: t('smaller'), act: decreaseFont, off: size <= MIN_FONT_SIZE_PX }}
        more={{ label: t('larger'), act: increaseFont, off: size >= MAX_FONT_SIZE_PX }}
      />
      <Papers t={t} />
      <SettingChoice
        name="face"
        label={t('face')}
        options={{ serif: t('face-serif'), sans: t('face-sans'), clear: t('face-clear') }}
      />
      <SettingStepper
        name="leading"
        label={t('leading')}
        less={t('leading-less')}
        more={t('leading-more')}
        texts={LEADINGS}
      />
      <SettingChoice name="measure" label={t('measure')} options={widths} />
      <SettingChoice name="margin" label={t('margin')} options={widths} />
      <Paragraphs t={t} />
      <SettingSwitch name="justify" label={t('justify')} />
      <Hyphens t={t} />
      {supportsVerticalText(language) && <VerticalSwitch t={t} />}
      <SettingSwitch name="black" label={t('black')} />
    </>
  );
}

/** The switch for hyphenation. By default, it is on if the text is justified. */
function Hyphens({ t }: { readonly t: T }) {
  const { justify, hyphens } = useStored($readerSettings, DEFAULT_READER_SETTINGS);
  return (
    <Switch label={t('hyphens')} on={hyphens ?? justify} onChange={(on) => changeReaderSettings({ hyphens: on })} />
  );
}

/** The choice of the paragraph style. The default is the book's style. */
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
            aria-label={t(`paper-${paper}` as Parameters<T>[0])}
            onChange={() => setPaper(paper)}
          />
        </label>
      ))}
    </fieldset>
  );
}
