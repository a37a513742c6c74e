/** Style of the announcement below the header. Only style sheets of brands with an announcement contain it. */
export const ANNOUNCEMENT_CSS = `.announcement {
  margin: 0;
  padding: var(--s2) var(--edge-space);
  background: var(--theme-wash);
  color: var(--theme-ink);
  font-weight: 600;
  text-align: center;
  text-wrap: balance;
  overflow-wrap: anywhere;
}
.announcement a {
  display: block;
  padding-block: var(--s2);
  text-decoration: underline;
}`;
