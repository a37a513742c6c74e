/** Counts of a day or period (docs/operate/analytics.md). */
export interface PageFigures {
  readonly views: number;
  readonly devices: number;
  readonly reads: number;
  readonly readers: number;
}

export interface DayFigures extends PageFigures {
  /** UTC day, such as `2026-03-01`. */
  readonly day: string;
  readonly shelved: number;
  readonly unlocks: number;
  readonly searches: number;
  readonly unanswered: number;
  readonly signUps: number;
}

export interface BookFigures extends PageFigures {
  readonly id: number;
  /** Null if the book has been deleted. */
  readonly title: string | null;
  readonly shelved: number;
  readonly unlocks: number;
}

/** A word without results. */
export interface WordFigures {
  readonly word: string;
  readonly section: number;
  readonly times: number;
  readonly devices: number;
}

export interface OriginFigures {
  /** '' for visits without a referrer. */
  readonly origin: string;
  readonly views: number;
}

/** A book that was opened, with the chapters that nobody has read to the end. */
export interface UnreadBook {
  readonly id: number;
  readonly title: string;
  readonly chapters: number;
  readonly unread: number;
  /** Number of the first of these chapters. */
  readonly firstUnread: number;
}

export interface StatisticsOverview {
  /** The last 56 days, oldest first, including days without events. */
  readonly days: readonly DayFigures[];
  /** The books with the most readers in the last 28 days. */
  readonly books: readonly BookFigures[];
  readonly words: readonly WordFigures[];
  readonly origins: readonly OriginFigures[];
  readonly unread: readonly UnreadBook[];
}

export interface ChapterFigures extends PageFigures {
  readonly id: number;
  readonly number: number;
  readonly title: string;
}

export interface BookStatistics {
  readonly id: number;
  readonly title: string;
  /** All published chapters, in order. */
  readonly chapters: readonly ChapterFigures[];
  readonly origins: readonly OriginFigures[];
  /** Readers of the last chapter divided by readers of the first one; null if nobody has read the first one. */
  readonly finishRate: number | null;
}

/** A brand that has statistics. */
export interface CountedBrand {
  readonly id: string;
  readonly name: string;
}
