import {
  CreateButton,
  ExportButton,
  FilterButton,
  TopToolbar,
  useFilterContext,
  useListContext,
  useResourceDefinition,
} from 'react-admin';

/** The buttons above a list. On phones, react-admin leaves out the name of a disabled export button. */
export function ListActions() {
  const { exporter } = useListContext();
  const { hasCreate } = useResourceDefinition();
  return (
    <TopToolbar>
      {useFilterContext() && <FilterButton />}
      {hasCreate === true && <CreateButton />}
      {exporter !== false && <ExportButton aria-label="Export" />}
    </TopToolbar>
  );
}
