const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Returns the text of sanitised chapter HTML, without ruby readings, and with each block on its own line. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<r[tp]\b[^>]*>.*?<\/r[tp]>/gs, '')
    .replaceAll(/<\/?(?:em|strong|i|b|s|small|sup|sub|a|ruby|span|bdi|bdo|wbr|cite|q|abbr|code)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(
      /&(?:#(\d+)|#x([\da-f]+)|([a-z]+));/gi,
      (whole, decimal, hex, name) => character(decimal, hex, name) ?? whole,
    );
}

function character(decimal?: string, hex?: string, name = ''): string | undefined {
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
  if (Number.isNaN(code)) return ENTITIES[name.toLowerCase()];
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
