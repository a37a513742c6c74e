import type { ComponentProps } from 'react';
import { required, useResourceContext, useStore } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { LOCALES, type Locale, localeOfSection } from '../../../contract/locales.ts';
import { useBrands } from './brands.tsx';
import { SelectInput } from './SelectInput.tsx';

/** Languages that at least one brand has, and those of the sections in `more`. */
function useLanguages(...more: readonly unknown[]): readonly Locale[] {
  const used = new Set(useBrands().flatMap(({ locales }) => locales));
  return Object.values(LOCALES).filter(({ code, section }) => used.has(code) || more.includes(section));
}

const choicesOf = (languages: readonly Locale[]) =>
  languages.map(({ section, name, tag }) => ({ id: section, name: <span lang={tag}>{name}</span> }));

/** The section that the form has selected; undefined if none. Also works in the form of a list's filters. */
export function useChosenSection(): number | undefined {
  const section: unknown = useWatch({ name: 'section' });
  return typeof section === 'number' ? section : undefined;
}

/** Filter for records of the language that the form has selected. */
export function useLanguageFilter(): { readonly section?: number } {
  const section = useChosenSection();
  return section === undefined ? {} : { section };
}

/**
 * Selects the language of a record, which decides its section. In a new record, the language by which the list is
 * filtered is selected, or the only language of all brands.
 */
export function LanguageInput(props: Partial<ComponentProps<typeof SelectInput>>) {
  const section = useChosenSection();
  const languages = useLanguages(section);
  const resource = useResourceContext() ?? '';
  const [list] = useStore<{ filter?: { section?: unknown } }>(`${resource}.listParams`, {});
  const filtered = languages.find((one) => one.section === list.filter?.section);
  const preset = filtered ?? (languages.length === 1 ? languages[0] : undefined);
  return (
    <SelectInput
      source="section"
      label="Language"
      choices={choicesOf(languages)}
      defaultValue={preset?.section}
      validate={required()}
      {...props}
    />
  );
}

/** Shows the language of a record whose language cannot be changed, because it determines addresses. */
export const FixedLanguageInput = () => (
  <LanguageInput readOnly validate={[]} helperText="Cannot be changed, because it is part of the page's address" />
);

/** Filters a list by language. */
export function LanguageFilter(props: Partial<ComponentProps<typeof SelectInput>>) {
  return (
    <SelectInput
      source="section"
      label="Language"
      choices={choicesOf(useLanguages(useChosenSection()))}
      emptyText="All languages"
      {...props}
    />
  );
}

/** The native name of a section's language. */
export function LanguageName({ section }: { readonly section: number }) {
  const locale = localeOfSection(section);
  return locale ? <span lang={locale.tag}>{locale.name}</span> : <>Section {section}</>;
}

/** The language of a record, for a column of a list. */
export const languageOf = ({ section }: { readonly section: number }) => <LanguageName section={section} />;
