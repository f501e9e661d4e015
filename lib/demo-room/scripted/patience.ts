/** How long scripted people wait: for what a page does by itself, and for what other people are to do. */
export const patienceMs = 30_000;
export const patienceWithPeopleMs = 15 * 60_000;
