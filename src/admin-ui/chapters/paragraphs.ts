/** Makes a paragraph of each line that is none yet. */
export function paragraphs(text: string): string {
  const lines = text.split(/\n+/).map((line) => line.trim());
  return lines.map((line) => (line === '' || line.startsWith('<') ? line : `<p>${line}</p>`)).join('\n');
}
