/**
 * How long somebody tries to finish the recording of a bot that a fault has ended, in ms after that: each task tries for half an
 * hour, and up to four of them follow one another (after-meeting.ts).
 */
export const finishingTriedForMs = 2 * 3_600_000;
