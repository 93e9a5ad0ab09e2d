/** Media types of the files that are given out and taken in (RFC 4180, RFC 5545, RFC 8118, ECMA-376). */
export const CSV = 'text/csv';
export const CALENDAR = 'text/calendar';
export const PDF = 'application/pdf';
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
