const TITLE = '<title>';

/**
 * Checks a rendered page, without comparing it with other pages.
 * @returns a description of the problem; undefined if there is none
 */
export function pageProblem(path: string, status: number, html: Uint8Array): string | undefined {
  const isErrorPage = path.split('/').at(-1) === String(status);
  if (status !== 200 && !isErrorPage) return `${path} was rendered with status ${status}`;
  if (html.length === 0) return `${path} is empty`;
  const text = Buffer.from(html.buffer, html.byteOffset, html.byteLength);
  if (!text.includes('<h1')) return `${path} has no <h1>`;
  const title = text.indexOf(TITLE);
  if (title === -1 || text.indexOf('</title>', title) === title + TITLE.length) return `${path} has no <title>`;
  return text.includes('</html>', -20) ? undefined : `${path} does not end with </html>`;
}
