/** Options of `npm run import` that messages of the server name, and the fields of the screen that replace them. */
const FIELDS: Readonly<Record<string, string>> = {
  '--chapter-pattern': '“Chapter pattern”',
  '--encoding': '“Name of the encoding”',
  '--language': '“Language”',
  '--title': '“Title”',
  '--author': '“Author”',
};

/** A message of the server that names the fields of the screen instead of the options of the command line. */
export const withFieldNames = (message: string): string =>
  message.replaceAll(/--[a-z-]+/g, (option) => FIELDS[option] ?? option);
