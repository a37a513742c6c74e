/**
 * Placeholder rows with three lines each and an optional cover. The region that contains them announces loading
 * (`aria-busy`).
 */
export function Skeleton({ rows = 4, covers = true }: { rows?: number; covers?: boolean }) {
  return (
    <div className="skeleton-list" aria-hidden="true">
      {Array.from({ length: rows }, (_none, row) => row).map((row) => (
        <div className="skeleton-row" key={row}>
          {covers && <span className="skeleton" />}
          <span className="skeleton-lines">
            <span className="skeleton" />
            <span className="skeleton" />
            <span className="skeleton" />
          </span>
        </div>
      ))}
    </div>
  );
}
