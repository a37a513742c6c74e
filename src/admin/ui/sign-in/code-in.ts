/** The code entered in a form, without the space that apps show in the middle. */
export const codeIn = (form: HTMLFormElement): string =>
  String(new FormData(form).get('code') ?? '').replaceAll(/\s/g, '');
