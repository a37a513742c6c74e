/**
 * Distance in px between the top of the window and the line of an opened place. It must be small enough that less than
 * half of the previous line is visible at any font size; otherwise that line would count as current, and a place would
 * move back by a line from device to device.
 */
export const OPENED_AT = 8;
