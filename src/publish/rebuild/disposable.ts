interface Closable {
  close(): void;
}

/** Closes the value, if any, at the end of the block that declares it with `using`. */
export const disposable = <T extends Closable | undefined>(value: T) => ({
  value,
  [Symbol.dispose]: () => value?.close(),
});
