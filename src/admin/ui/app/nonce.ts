/** The nonce that the Content-Security-Policy requires for the style sheets of MUI and CodeMirror. */
export const cspNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
