/**
 * A decorative icon on a 24 px grid, like src/shell/ui/Icon.astro. The control that contains the icon has the
 * accessible name.
 */
export function PathIcon({ path }: { readonly path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
