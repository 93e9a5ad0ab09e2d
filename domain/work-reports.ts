/** How many of their newest work reports a person is shown at first, and how many of one month. */
export const SHOWN_REPORTS = { newest: 100, ofMonth: 1000 } as const;
