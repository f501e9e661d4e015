/**
 * Lines of the log that metrics count (`lib/infra/operations/count-lines.ts`), by which alarms go off: who writes one and
 * who counts it both take it from here.
 */
export const countedLines = {
  stepFailed: 'effect failed',
  calendarFails: 'calendar fails for a day',
  connectionFails: 'connection fails for a day',
  speechNotTranscribed: 'speech not transcribed',
  oldNotDeleted: 'old data could not be deleted',
  leftNotRemoved: 'what a bot left could not be removed',
  leftOut: 'an item cannot be read, and is left out of a list',
} as const;
export type CountedLine = (typeof countedLines)[keyof typeof countedLines];
