/** What is shown in place of an address that a page may not lead the bot on to: signs tell it by its title and its words. */
export const notFollowed = { title: 'Not followed', words: 'Bots are not sent to this address' } as const;
