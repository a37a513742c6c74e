import { PAGE_KINDS, type PageKind } from '#src/routes/page-kinds.ts';

/** Generates the tables in docs/develop/routes.md: pages in the release, and pages rendered on request. */
export const pageTables = (): { prerendered: string; rendered: string } => {
  const rows = Object.values(PAGE_KINDS);
  return {
    prerendered: table(rows.filter(({ rendering }) => rendering === 'prerendered')),
    rendered: table(rows.filter(({ rendering }) => rendering !== 'prerendered')),
  };
};

const table = (rows: readonly PageKind[]): string =>
  [
    '| page | canonical address | also reached as | query |',
    '|---|---|---|---|',
    ...rows.map(({ page, address, also = '', query = [] }) => {
      const names = query.map((name) => `\`${name}\``).join(', ');
      return `| ${page} | \`${address}\` | ${also} | ${names} |`;
    }),
    '',
  ].join('\n');
