/** A bot that did not get in: why, what it saw, and another one. */
import type { Visit } from './visit.ts';

/** @param meeting_url of a meeting whose host refuses whoever knocks */
export const aBotIsKeptOut = async (visit: Visit, meeting_url: string): Promise<void> => {
  const { step, page, press, enter, says, showsPicture, until } = visit;
  const isAtBot = async () => page.url().includes('/bots/bot_');
  await step('a bot is sent, and did not get in', async () => {
    await press('Send a bot');
    await enter('Link to the meeting', meeting_url);
    await press('Send it now');
    await until('the bot', isAtBot);
    await says('a host refused to let the bot in');
  });
  await step('what to do about it, and what it saw, is read', async () => {
    await says('Ask the host to admit the bot');
    await says('What the bot saw');
    await showsPicture();
  });
  await step('another one is sent there', async () => {
    const before = page.url();
    await press('Send another bot there');
    await until('another bot', async () => (await isAtBot()) && page.url() !== before);
    await says('a host refused to let the bot in');
  });
};
