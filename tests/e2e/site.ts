/** Address of a brand of the site under test; `*.localhost` is this machine to every browser. */
export function siteOf(brand: string): string {
  const address = process.env['LECTERN_E2E_URL'];
  if (!address) throw new Error('LECTERN_E2E_URL is not set: tests/e2e/global-setup.ts starts the site.');
  const { port } = new URL(address);
  return brand === 'local' ? `http://localhost:${port}` : `http://${brand}.localhost:${port}`;
}
