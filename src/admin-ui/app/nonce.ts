/** The nonce by which the page's policy allows the style sheets that MUI and CodeMirror make. */
export const cspNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
