import { useStored } from '#src/shell/island/use-stored.ts';
import { $readerSettings, DEFAULT_READER_SETTINGS } from '#src/shell/state/local-storage.ts';
import type { ReaderSetting, ReaderSettings } from '#src/shell/state/reader-settings.ts';
import { changeReaderSettings, stepReaderSetting, valuesOf } from '../state/reader-settings.ts';
import { Choice, Stepper, Switch } from './Fields.tsx';

/** The names of the settings whose values all have the type `Value`. */
type NameOf<Value> = { [Name in ReaderSetting]: ReaderSettings[Name] extends Value ? Name : never }[ReaderSetting];

interface FieldProps<Name> {
  readonly name: Name;
  readonly label: string;
}

export function SettingSwitch({ name, label }: FieldProps<NameOf<boolean>>) {
  const settings = useStored($readerSettings, DEFAULT_READER_SETTINGS);
  return <Switch label={label} on={settings[name]} onChange={(on) => changeReaderSettings({ [name]: on })} />;
}

interface ChoiceFieldProps<Name extends NameOf<string | number>> extends FieldProps<Name> {
  /** Text for each value. */
  readonly options: Readonly<Record<ReaderSettings[Name], string>>;
}

export function SettingChoice<Name extends NameOf<string | number>>({ name, label, options }: ChoiceFieldProps<Name>) {
  const settings = useStored($readerSettings, DEFAULT_READER_SETTINGS);
  const values: readonly ReaderSettings[Name][] = valuesOf(name);
  return (
    <Choice
      label={label}
      name={name}
      options={values.map((value) => [value, options[value]] as const)}
      chosen={settings[name]}
      onChoose={(value) => changeReaderSettings({ [name]: value })}
    />
  );
}

interface StepperFieldProps extends FieldProps<NameOf<number>> {
  /** Labels of the buttons. */
  readonly less: string;
  readonly more: string;
  /** The texts of the values, in the order of the values. By default, the values themselves are shown. */
  readonly texts?: readonly string[];
}

export function SettingStepper({ name, label, less, more, texts }: StepperFieldProps) {
  const settings = useStored($readerSettings, DEFAULT_READER_SETTINGS);
  const values: readonly number[] = valuesOf(name);
  const index = values.indexOf(settings[name]);
  return (
    <Stepper
      label={label}
      value={texts?.[index] ?? settings[name]}
      less={{ label: less, act: () => stepReaderSetting(name, -1), off: index <= 0 }}
      more={{ label: more, act: () => stepReaderSetting(name, 1), off: index >= values.length - 1 }}
    />
  );
}
