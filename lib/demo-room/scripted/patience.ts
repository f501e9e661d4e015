/**
 * How long scripted people wait: for what a page does by itself, which takes a while where many of them are on a busy
 * machine, and for other people: for what they are to do, and for somebody to come whom something concerns.
 */
export const patienceMs = 2 * 60_000;
export const patienceWithPeopleMs = 15 * 60_000;
