/**
 * Returns a function that tests whether a path matches the pattern. `*` and `?` match characters within a segment, `**`
 * matches any number of whole segments, and `{a,b}` matches either alternative. Everything else matches itself.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const segments = pattern.split('/').filter((segment) => segment !== '');
  const body = segments.map((segment) => (segment === '**' ? '(?:/[^/]+)*' : `/${segmentSource(segment)}`)).join('');
  const expression = new RegExp(`^${body}/?$`, 'u');
  return (path) => expression.test(path);
}

function segmentSource(segment: string): string {
  return segment.replace(/\{([^{}]*)\}|[*?]|[^*?{]+|\{/gu, (piece: string, choices: string | undefined) => {
    if (choices !== undefined) return `(?:${choices.split(',').map(segmentSource).join('|')})`;
    if (piece === '*') return '[^/]*';
    return piece === '?' ? '[^/]' : literal(piece);
  });
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
