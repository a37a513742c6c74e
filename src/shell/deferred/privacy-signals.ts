/** Whether the browser sends Global Privacy Control or Do Not Track; nothing is then measured or reported. */
export const isAskedNotTo = (): boolean =>
  Reflect.get(navigator, 'globalPrivacyControl') === true || navigator.doNotTrack === '1';
