export interface LinkTargets {
  /** Address of an image by its id. */
  image(id: string): string;
  /** Address of a chapter by its index in `chapters`. */
  chapter(index: number): string;
}

/** Puts real addresses into a chapter's HTML. The given addresses are escaped for the attribute. */
export function rewriteLinks(html: string, targets: LinkTargets): string {
  return html
    .replace(/ src="epub-image:([0-9a-f]+)"/g, (_all, id: string) => ` src="${escapeAttribute(targets.image(id))}"`)
    .replace(/ href="epub-chapter:(\d+)((?:#[\w-]+)?)"/g, (_all, index: string, anchor: string) => {
      return ` href="${escapeAttribute(targets.chapter(Number(index)))}${anchor}"`;
    });
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
