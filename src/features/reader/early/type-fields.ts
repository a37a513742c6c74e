import { element } from '#src/shell/island/early/elements.ts';
import {
  DEFAULT_FONT_SIZE_PX,
  MAX_FONT_SIZE_PX,
  MIN_FONT_SIZE_PX,
  PAPERS,
  type ReaderSetting,
  SHARED_SETTINGS,
} from '#src/shell/state/reader-settings.ts';
import { FONT_SIZE_PX, PAPER } from '#src/shell/state/storage-keys.ts';
import { storedJson } from '#src/shell/state/stored-json.ts';
import { LEADINGS } from '../type/leadings.ts';
import { choice, stepper, toggle } from './elements.ts';
import { changeSetting, settingOf, show, store } from './settings.ts';

type Texts = Readonly<Record<string, string>>;

/** The stored integer if it is in the range, or the default. */
function storedStep(key: string, min: number, max: number, initial: number): number {
  const value = storedJson(key);
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max ? Number(value) : initial;
}

/** The fields of the panel for the text and its background, with the same elements as TypePanel.tsx. */
export function typeFields(texts: Texts): HTMLElement[] {
  const text = (key: string) => texts[key] ?? '';
  const steps = (name: 'measure' | 'margin') => {
    const labels = ['narrow', 'medium', 'wide'].map(text);
    return settingChoice(
      name,
      text(name),
      SHARED_SETTINGS[name].values.map((value, index) => [value, labels[index] ?? ''] as const),
    );
  };
  const { values: leadings } = SHARED_SETTINGS.leading;
  const isIndented = document.querySelector('[data-reader-text][data-paragraphs="indented"]') !== null;
  const hyphens = settingSwitch('hyphens', text('hyphens'), settingOf('hyphens') ?? settingOf('justify'));
  return [
    fontSize(text),
    papers(text),
    settingChoice(
      'face',
      text('face'),
      SHARED_SETTINGS.face.values.map((value) => [value, text(`face-${value}`)] as const),
    ),
    stepper({
      label: text('leading'),
      less: text('leading-less'),
      more: text('leading-more'),
      count: leadings.length,
      step: (leadings as readonly unknown[]).indexOf(settingOf('leading')),
      textOf: (step) => LEADINGS[step] ?? '',
      onStep: (step) => changeSetting('leading', leadings[step]),
    }),
    steps('measure'),
    steps('margin'),
    settingChoice(
      'paragraphs',
      text('paragraphs'),
      (['spaced', 'indented'] as const).map((value) => [value, text(`paragraphs-${value}`)] as const),
      settingOf('paragraphs') ?? (isIndented ? 'indented' : 'spaced'),
    ),
    settingSwitch('justify', text('justify'), settingOf('justify'), (on) => {
      // Hyphenation follows this switch until the visitor has used its own.
      const box = hyphens.querySelector('input');
      if (!box || settingOf('hyphens') !== null) return;
      box.checked = on;
      box.setAttribute('aria-checked', String(on));
    }),
    hyphens,
    settingSwitch('black', text('black'), settingOf('black')),
  ];
}

type Text = (key: string) => string;

function fontSize(text: Text): HTMLElement {
  return stepper({
    label: text('size'),
    less: text('smaller'),
    more: text('larger'),
    count: MAX_FONT_SIZE_PX - MIN_FONT_SIZE_PX + 1,
    step: storedStep(FONT_SIZE_PX, MIN_FONT_SIZE_PX, MAX_FONT_SIZE_PX, DEFAULT_FONT_SIZE_PX) - MIN_FONT_SIZE_PX,
    textOf: (step) => String(MIN_FONT_SIZE_PX + step),
    onStep(step) {
      store(FONT_SIZE_PX, MIN_FONT_SIZE_PX + step);
      show('size', MIN_FONT_SIZE_PX + step);
    },
  });
}

function papers(text: Text): HTMLElement {
  const chosen = storedStep(PAPER, 1, PAPERS, 1);
  const swatch = (paper: number) => {
    const label = text(`paper-${paper}`);
    const radio = element('input', { type: 'radio', name: 'paper', checked: paper === chosen, 'aria-label': label });
    radio.value = String(paper);
    radio.addEventListener('change', () => {
      store(PAPER, paper);
      show('paper', paper);
    });
    return element('label', { 'data-swatch': String(paper) }, radio);
  };
  const all = Array.from({ length: PAPERS }, (_none, index) => swatch(index + 1));
  return element('fieldset', { class: 'reader-papers' }, element('legend', { class: 'said' }, text('paper')), ...all);
}

const settingChoice = (
  name: ReaderSetting,
  label: string,
  options: readonly (readonly [value: unknown, label: string])[],
  chosen = settingOf(name),
) => choice({ label, name, options, chosen, onChoose: (value) => changeSetting(name, value) });

const settingSwitch = (name: ReaderSetting, label: string, on: unknown, onChange?: (on: boolean) => void) =>
  toggle(label, on === true, (isOn) => {
    changeSetting(name, isOn);
    onChange?.(isOn);
  });
