/** Rows of a list that comes, three lines each and a cover where what comes has one; what comes is said by the region around it (`aria-busy`). */
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
