/** The nonce with which the Content-Security-Policy allows the style sheets of MUI and CodeMirror. */
export const cspNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
