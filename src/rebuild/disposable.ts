interface Closable {
  close(): void;
}

/** Closes the value, where there is one, at the end of the block that holds it by `using`. */
export const disposable = <T extends Closable | undefined>(value: T) => ({
  value,
  [Symbol.dispose]: () => value?.close(),
});
