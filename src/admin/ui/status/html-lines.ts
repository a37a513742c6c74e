/** Puts each element on its own line, so that a line diff shows exactly what changed. */
export const htmlLines = (html: string): string => html.replaceAll(/>\s*</g, '>\n<');
