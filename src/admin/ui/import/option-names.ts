/** Screen fields that replace options of `npm run import` in the server's messages. */
const FIELDS: Readonly<Record<string, string>> = {
  '--chapter-pattern': '“Chapter pattern”',
  '--encoding': '“Name of the encoding”',
  '--language': '“Language”',
  '--title': '“Title”',
  '--author': '“Author”',
};

/** Replaces options of the command line in a server message with the names of the screen's fields. */
export const withFieldNames = (message: string): string =>
  message.replaceAll(/--[a-z-]+/g, (option) => FIELDS[option] ?? option);
