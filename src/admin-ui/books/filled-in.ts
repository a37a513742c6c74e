/** What an empty field says is "as it is"; `brands: null` says "every brand". */
export const filledIn = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== undefined && value !== '' && (value !== null || name === 'brands'),
    ),
  );
