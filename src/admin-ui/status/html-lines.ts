/** HTML with a line for each element, so that a change is seen where it is. */
export const htmlLines = (html: string): string => html.replaceAll(/>\s*</g, '>\n<');
