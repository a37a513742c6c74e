/**
 * Distance in px between the top of the window and the line at which a chapter opens. It must be so small that less
 * than half of the previous line is visible at any font size. Otherwise the previous line would count as the current
 * one, and the reading position would move up by a line each time a device opens it.
 */
export const OPENED_AT = 8;
