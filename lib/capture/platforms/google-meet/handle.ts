/** What the hands of the adapter are told in the page by its program, which reads what the page is told. */
export interface GoogleMeetHandle {
  /** How many messages with these words, blanks apart, are the bot's. */
  written(words: string): Written;
  /** All that the bot has written, without blanks, whether or not it arrived. */
  ownTexts(): readonly string[];
}

/** How many messages the page has sent, and how many the service has told it of. */
export interface Written {
  readonly sent: number;
  readonly told: number;
}

/** By which it is found (../page/put-handle.ts). */
export const handleName = 'meeting-bots.google-meet';
