import {
  CreateButton,
  ExportButton,
  FilterButton,
  TopToolbar,
  useFilterContext,
  useListContext,
  useResourceDefinition,
} from 'react-admin';

/** The buttons above a list. On phones, react-admin's disabled export button has no name, so it is left out. */
export function ListActions() {
  const { exporter, total } = useListContext();
  const { hasCreate } = useResourceDefinition();
  return (
    <TopToolbar>
      {useFilterContext() && <FilterButton />}
      {hasCreate === true && <CreateButton />}
      {exporter !== false && total !== undefined && total > 0 && <ExportButton />}
    </TopToolbar>
  );
}
