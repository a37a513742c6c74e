/**
 * Distance in px between the top of the window and the line at which a chapter opens. Less than half of the previous
 * line may be visible at any font size: otherwise the previous line would count as current, and the reading position
 * would move up by a line each time another device opens it.
 */
export const OPENED_AT = 8;
