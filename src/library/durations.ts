/** Lengths of time in milliseconds. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const yearMs = 365 * dayMs;

/** The lifetime of permanent records, in stores where every record expires. */
export const centuryMs = 100 * yearMs;
