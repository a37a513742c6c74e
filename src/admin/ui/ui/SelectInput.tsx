import { useMemo } from 'react';
import { I18nContext, SelectInput as RaSelectInput, type SelectInputProps, useI18nProvider } from 'react-admin';

/** react-admin's name for the option without a value. It overrides the option's text. */
const EMPTY_OPTION_NAME = 'ra.action.clear_input_value';

/**
 * react-admin's SelectInput, whose option without a value is named by its text, as WCAG 2.5.3 requires.
 * @param emptyText default: "Any", for filters
 */
export function SelectInput({
  emptyText = 'Any',
  ...props
}: Omit<SelectInputProps, 'emptyText'> & { emptyText?: string }) {
  const i18n = useI18nProvider();
  const named = useMemo(
    () => ({
      ...i18n,
      translate: (key: string, options?: object) =>
        key === EMPTY_OPTION_NAME ? emptyText : i18n.translate(key, options),
    }),
    [i18n, emptyText],
  );
  return (
    <I18nContext.Provider value={named}>
      <RaSelectInput emptyText={emptyText} {...props} />
    </I18nContext.Provider>
  );
}
