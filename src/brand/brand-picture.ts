/** A picture that replaces a file of a brand's folder. */
export interface BrandPicture {
  /** File name, such as `logo.svg`. */
  readonly name: string;
  readonly content: Uint8Array;
}
