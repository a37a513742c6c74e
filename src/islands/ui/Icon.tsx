import { ISLAND_ICONS, type IslandIconName } from '#src/lib/island-icons.ts';
import { PathIcon } from './PathIcon.tsx';

export type { IslandIconName } from '#src/lib/island-icons.ts';

/** A decorative icon of the kept set: its control carries the name. */
export const Icon = ({ name }: { name: IslandIconName }) => <PathIcon path={ISLAND_ICONS[name]} />;
