import type { ReactNode } from 'react';

interface NoMarksProps {
  readonly image: string;
  readonly title: string;
  readonly hint: string;
  /** Links to what the visitor can do next. */
  readonly children: ReactNode;
}

/** Id of the heading. The heading gets the focus after the last mark has been removed. */
export const NO_MARKS = 'no-marks';

/** The text of an empty notebook. */
export const NoMarks = ({ image, title, hint, children }: NoMarksProps) => (
  <div className="empty">
    <img src={image} alt="" width="240" height="180" />
    <h2 id={NO_MARKS} tabIndex={-1}>
      {title}
    </h2>
    <p>{hint}</p>
    {children}
  </div>
);
