/** Wraps each line in a paragraph, except lines that start with a tag. */
export function paragraphs(text: string): string {
  const lines = text.split(/\n+/).map((line) => line.trim());
  return lines.map((line) => (line === '' || line.startsWith('<') ? line : `<p>${line}</p>`)).join('\n');
}
