interface Closable {
  close(): void;
}

/** Wraps a value for a `using` declaration: the value, if any, is closed at the end of the block. */
export const disposable = <T extends Closable | undefined>(value: T) => ({
  value,
  [Symbol.dispose]: () => value?.close(),
});
