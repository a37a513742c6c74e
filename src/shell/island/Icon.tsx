import { ISLAND_ICONS, type IslandIconName } from './island-icons.ts';
import { PathIcon } from './PathIcon.tsx';

export type { IslandIconName } from './island-icons.ts';

/** A decorative icon of the island set; its control has the label. */
export const Icon = ({ name }: { name: IslandIconName }) => <PathIcon path={ISLAND_ICONS[name]} />;
