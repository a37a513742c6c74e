import { ISLAND_ICONS, type IslandIconName } from '#src/lib/island-icons.ts';
import { Drawing } from './Drawing.tsx';

export type { IslandIconName } from '#src/lib/island-icons.ts';

/** A decorative icon of the kept set: its control carries the name. */
export const Icon = ({ name }: { name: IslandIconName }) => <Drawing path={ISLAND_ICONS[name]} />;
