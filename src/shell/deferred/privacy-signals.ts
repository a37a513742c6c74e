/** Whether the browser sends Global Privacy Control or Do Not Track. If so, nothing is measured or reported. */
export const hasOptedOut = (): boolean =>
  Reflect.get(navigator, 'globalPrivacyControl') === true || navigator.doNotTrack === '1';
