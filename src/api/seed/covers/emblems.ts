/** Small objects, about 80 px high and centred on the origin. The surrounding group sets their fill. */
export const EMBLEMS: readonly string[] = [
  // a key
  '<path d="M-5-8V40h10V32h12v-8H5v-6h9v-8H5V-8z"/><path fill-rule="evenodd" d="M0-44a19 19 0 1 1 0 38 19 19 0 0 1 0-38m0 10a9 9 0 1 0 0 18 9 9 0 0 0 0-18"/>',
  // a cup
  '<path fill-rule="evenodd" d="M-32-12H26v8c18-4 24 24-2 26C18 34 4 38-4 38s-26-6-28-34zM26 2v13c14-1 14-15 0-13"/><path d="M-40 42h66v5h-66zM-16-20q-8-10 0-18t0-18h5q8 10 0 18t0 18zM4-20q-8-10 0-18t0-18h5q8 10 0 18t0 18z"/>',
  // an anchor
  '<path d="M-4-28h8V28c14-2 22-10 26-20l-8 2 10-20 10 18-7 1C30 28 14 40 0 44c-14-4-30-16-35-35l-7-1 10-18 10 20-8-2c4 10 12 18 26 20zM-20-20h40v7h-40z"/><path fill-rule="evenodd" d="M0-46a10 10 0 1 1 0 20 10 10 0 0 1 0-20m0 6a4 4 0 1 0 0 8 4 4 0 0 0 0-8"/>',
  // a compass
  '<path fill-rule="evenodd" d="M0-44a44 44 0 1 1 0 88 44 44 0 0 1 0-88m0 6a38 38 0 1 0 0 76 38 38 0 0 0 0-76"/><path d="M0-34L9 0 0 34-9 0zM-34 0L0-7 34 0 0 7z"/>',
  // a feather
  '<path d="M30-46C-6-40-26-14-22 18l-12 26 6 2 10-22C14 22 34-6 30-46M-14 16C-8-6 6-22 22-36 14-12 4 4-14 16"/>',
  // a flame
  '<path fill-rule="evenodd" d="M2-48c6 20 30 30 30 60 0 22-14 34-32 34s-32-12-32-32c0-16 8-22 14-34 4 8 8 10 12 10-2-14 0-28 8-38M0 4c-2 10-14 14-14 26 0 8 6 12 14 12s14-4 14-12C14 18 4 14 0 4"/>',
  // a crown
  '<path d="M-42-20l20 20L0-34 22 0l20-20-8 46h-68zM-34 32h68v8h-68z"/><circle cx="0" cy="-38" r="5"/><circle cx="-43" cy="-24" r="4"/><circle cx="43" cy="-24" r="4"/>',
  // an eye
  '<path fill-rule="evenodd" d="M-48 0Q0-50 48 0 0 50-48 0m48-18a18 18 0 1 0 0 36 18 18 0 0 0 0-36"/><circle r="9"/><path d="M-2-46h4v12h-4zM-34-38l3-2 6 10-3 2zM34-38l-3-2-6 10 3 2z"/>',
  // an open book
  '<path d="M-3-24C-14-34-30-36-46-32V26c16-4 32-2 43 8zM3-24C14-34 30-36 46-32V26c-16-4-32-2-43 8z"/>',
  // a leaf
  '<path fill-rule="evenodd" d="M0-48C34-20 34 14 3 30V46h-6V30C-34 14-34-20 0-48m-2 26v44h4v-44z"/>',
  // a clock
  '<path fill-rule="evenodd" d="M0-42a42 42 0 1 1 0 84 42 42 0 0 1 0-84m0 8a34 34 0 1 0 0 68 34 34 0 0 0 0-68"/><path d="M-3-26h6V-2l18 11-3 5L-3 2z"/>',
  // a bird
  '<path d="M-46-6C-28-18-10-16 0-2 10-26 30-36 48-34 38-24 36-14 30-4 24 8 12 16 0 18L-8 36h-6l4-18C-22 16-36 8-46-6"/>',
];
