import { ISLAND_ICONS, type IslandIconName } from '#src/lib/island-icons.ts';

export type { IslandIconName } from '#src/lib/island-icons.ts';

/** A decorative icon of the kept set: its control carries the name. */
export function Icon({ name }: { name: IslandIconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width="24"
      height="24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={ISLAND_ICONS[name]} />
    </svg>
  );
}
