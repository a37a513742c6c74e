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

/** Style of a menu with more entries than the default ones, which may need more space than there is. */
export const LONG_MENU_CSS = `@media (min-width: 900px) {
  .site-nav[data-many] {
    overflow: auto hidden;
    scrollbar-width: thin;
    white-space: nowrap;
  }
}`;
