import type { ComponentProps } from 'react';
import { useGetList } from 'react-admin';
import type { BrandRecord } from '../../contract/records.ts';
import { SelectInput } from './SelectInput.tsx';

const ALL = { pagination: { page: 1, perPage: 100 }, sort: { field: 'id', order: 'ASC' } } as const;

/** All brands, in the order of their ids. */
export function useBrands(): readonly BrandRecord[] {
  return useGetList<BrandRecord>('brands', ALL, { staleTime: 60_000 }).data ?? [];
}

/** Properties of a select in which no selection means all brands. */
const SHARED = {
  emptyText: 'All brands',
  slotProps: { select: { displayEmpty: true }, inputLabel: { shrink: true } },
};

/** Selects one brand. With `shared`, no selection means all brands. */
export function BrandInput({
  shared = false,
  ...props
}: { shared?: boolean } & Partial<ComponentProps<typeof SelectInput>>) {
  const choices = useBrands().map(({ id, name }) => ({ id, name }));
  return <SelectInput source="brand" label="Brand" choices={choices} {...(shared ? SHARED : {})} {...props} />;
}

/** "All brands", or the names of the brands with these ids. */
export function BrandNames({ ids }: { ids: readonly string[] | null | undefined }) {
  const brands = useBrands();
  if (ids === null || ids === undefined) return <>All brands</>;
  const names = ids.map((id) => brands.find((brand) => brand.id === id)?.name ?? id);
  const text = names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(', ');
  return <span title={names.join(', ')}>{text}</span>;
}
