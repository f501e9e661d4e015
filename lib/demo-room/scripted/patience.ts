/**
 * How long scripted people wait: for what a page does by itself, which takes a while where many of them are on a busy
 * machine, for somebody to come whom something concerns, and for what other people are to do.
 */
export const patienceMs = 2 * 60_000;
export const patienceForSomebodyMs = 30_000;
export const patienceWithPeopleMs = 15 * 60_000;
