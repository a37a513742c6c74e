const MB = 1_000_000;

/** Formats bytes in a language: `3.2 MB`. */
export function formatSize(bytes: number, tag: string): string {
  const [value, unit] = bytes < 1000 * MB ? [bytes / MB, 'megabyte'] : [bytes / 1000 / MB, 'gigabyte'];
  const maximumFractionDigits = value < 10 ? 1 : 0;
  return new Intl.NumberFormat(tag, { style: 'unit', unit, maximumFractionDigits }).format(value);
}
