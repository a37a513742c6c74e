/** The code that was typed into a form; apps show it with a space in its middle. */
export const codeIn = (form: HTMLFormElement): string =>
  String(new FormData(form).get('code') ?? '').replaceAll(/\s/g, '');
