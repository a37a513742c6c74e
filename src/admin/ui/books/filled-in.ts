/** Drops empty fields, which keep their current value. `brands: null` is kept: it means all brands. */
export const filledIn = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== undefined && value !== '' && (value !== null || name === 'brands'),
    ),
  );
