import { ISLAND_ICONS, type IslandIconName } from './island-icons.ts';
import { PathIcon } from './PathIcon.tsx';

export type { IslandIconName } from './island-icons.ts';

/** A decorative icon for islands. The control that contains the icon has the accessible name. */
export const Icon = ({ name }: { name: IslandIconName }) => <PathIcon path={ISLAND_ICONS[name]} />;
