/** What the hands of the adapter are told in the page by its program, which reads what the page is told. */
export interface GoogleMeetHandle {
  /** How many messages with these words, blanks apart, the bot has written. */
  written(words: string): number;
}

/** Where it is kept, on the document; a symbol is no member that a page comes across. */
export const handleName = 'meeting-bots.google-meet';
