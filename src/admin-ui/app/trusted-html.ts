interface Policy {
  createHTML(html: string): string;
}

interface Policies {
  createPolicy(name: string, rules: { createHTML(html: string): string | null }): Policy;
}

const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;

const sanitised = policies?.createPolicy('lectern-admin', { createHTML: (html) => html });

/** What react-admin puts below a field that has no help, so that the line keeps its height: one entity, and no element. */
const PLACEHOLDER = /^&(?:#8203|nbsp);$/;

/** For code of others that makes HTML of a text: nothing but that placeholder is let through. */
policies?.createPolicy('default', { createHTML: (html) => (PLACEHOLDER.test(html) ? html : null) });

/** Parses HTML that the API's sanitiser answered. Nothing in the result is loaded or run before it stands in a document. */
export function parseSanitised(html: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(sanitised?.createHTML(html) ?? html, 'text/html');
  const fragment = document.createDocumentFragment();
  fragment.append(...parsed.body.childNodes);
  return fragment;
}
