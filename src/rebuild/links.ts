import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;

const ADDRESSES = ['href', 'src', 'action', 'poster'];

/** Paths on the site itself that a page links to or loads, each once, percent-encoded, without query and hash. */
export function linksOf(html: string, page: string, origin: string): string[] {
  const paths = new Set<string>();
  for (const address of addressesOf(html)) {
    const url = URL.canParse(address, origin + page) ? new URL(address, origin + page) : undefined;
    if (url?.origin === origin) paths.add(url.pathname);
  }
  return [...paths];
}

function* addressesOf(html: string): Iterable<string> {
  const pending: Node[] = [...parse(html).childNodes];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (!('tagName' in node)) continue;
    for (const { name, value } of node.attrs) {
      if (ADDRESSES.includes(name)) yield value;
      if (name === 'srcset') yield* value.split(',').map((candidate) => candidate.trim().split(/\s/)[0] ?? '');
    }
    pending.push(...node.childNodes);
  }
}
