import { TextInput, type TextInputProps, useRecordContext } from 'react-admin';
import type { BrandSettingsRecord } from '../../contract/brand-settings.ts';
import { fieldLabel } from '../ui/field-label.ts';

type Props = TextInputProps & {
  /** Language of the text. */
  readonly lang?: string;
};

/** A text that replaces the one from the brand's folder, which the empty field shows. */
export function FolderInput({ source, label = fieldLabel(source), lang, ...props }: Props) {
  const placeholder = useFolderValue(source);
  return (
    <TextInput
      source={source}
      label={label}
      placeholder={placeholder}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { ...(lang && { lang }), dir: 'auto' } }}
      {...props}
    />
  );
}

/** The text in the brand's folder; '' if there is none. */
export function useFolderValue(source: string): string {
  const record = useRecordContext<BrandSettingsRecord>();
  let value: unknown = record?.folder;
  for (const name of source.split('.')) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}
