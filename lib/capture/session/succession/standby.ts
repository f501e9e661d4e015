/** A bot that still is another worker's, as the session sees it that is to take it over. */
import type { BotLine } from '../ports.ts';

/** While the other worker is at work, nothing is said of the bot: it is only heard what it is asked to do. */
export const lineInStandby = (line: BotLine, isInStandby: () => boolean): BotLine => ({
  ...line,
  trigger: async (...told) => (isInStandby() ? (await line.bot()).state : line.trigger(...told)),
  claim: async (command) => !isInStandby() && line.claim(command),
  present: async (id) => (isInStandby() ? undefined : line.present(id)),
  missing: async (...told) => (isInStandby() ? undefined : line.missing(...told)),
  nothingMissing: async (...told) => (isInStandby() ? undefined : line.nothingMissing(...told)),
});
