/** Rows of a list that comes, cover and three lines each; what comes is said by the region around it (`aria-busy`). */
export function Skeleton({ rows = 4 }: { rows?: number }) {
  return (
    <div className="skeleton-list" aria-hidden="true">
      {Array.from({ length: rows }, (_none, row) => row).map((row) => (
        <div className="skeleton-row" key={row}>
          <span className="skeleton" />
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
