/** The most people whom one call may name. */
export const MAX_PEOPLE_AT_ONCE = 500;
