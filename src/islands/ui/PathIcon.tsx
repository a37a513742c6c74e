/** A decorative drawing on a grid of 24, as components/ui/Icon.astro: its control carries the name. */
export function PathIcon({ path }: { readonly path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
