/** Line heights by step; must match src/features/reader/type/reader-type.css. */
export const LEADINGS: readonly string[] = ['1.4', '1.5', '1.6', '1.8', '2.0'];
