interface Policy {
  createHTML(html: string): string;
}

interface Policies {
  createPolicy(name: string, rules: { createHTML(html: string): string | null }): Policy;
}

const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;

const sanitised = policies?.createPolicy('lectern-admin', { createHTML: (html) => html });

/** The entity that react-admin renders below a field without helper text to keep the line's height. */
const PLACEHOLDER = /^&(?:#8203|nbsp);$/;

/** The policy for HTML set by libraries: allows only `PLACEHOLDER`. */
policies?.createPolicy('default', { createHTML: (html) => (PLACEHOLDER.test(html) ? html : null) });

/** Parses HTML sanitised by the API. The browser loads and runs nothing in it until it is inserted into a document. */
export function parseSanitised(html: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(sanitised?.createHTML(html) ?? html, 'text/html');
  const fragment = document.createDocumentFragment();
  fragment.append(...parsed.body.childNodes);
  return fragment;
}
