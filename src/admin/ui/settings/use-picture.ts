import { useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { BrandSettingsRecord } from '../../contract/brand-settings.ts';

/** The picture that pages show after the next publish, as a `data:` address; undefined if it is not known here. */
export function usePicture(source: 'logo' | 'icon' | 'headerBg' | 'bookSourceImg'): {
  readonly address: string | undefined;
  /** Whether it replaces the picture from the folder. */
  readonly isOwn: boolean;
} {
  const record = useRecordContext<BrandSettingsRecord>();
  const value: unknown = useWatch({ name: source });
  const isOwn = typeof value === 'string' && value !== '';
  if (isOwn && value.startsWith('data:')) return { address: value, isOwn };
  const isSaved = record !== undefined && (value ?? null) === record[source];
  return { address: isSaved ? record.pictures?.[source] : undefined, isOwn };
}
