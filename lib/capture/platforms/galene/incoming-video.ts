/** What of others' streams the server sends to the bot, by the menu of Galène's page. */
import { type Controls, comes } from '../controls.ts';
import { program } from './program.ts';
import { selectors } from './selectors.ts';

/** The bot may have just come, or streams may come and go: then it takes its time (page/cameras.ts). */
const wholeWithinMs = 15_000;

/** All that others send, or their sound. */
export const received = { all: 'everything', sound: 'audio' } as const;

/** Before the bot is in, the page only notes it, and asks for it as soon as it is. */
export const chooseReceived = ({ frame }: Controls, value: string): Promise<void> =>
  frame.evaluate(
    (menu, value) => {
      const select = document.querySelector<HTMLSelectElement>(menu);
      if (!select || select.value === value) return;
      select.value = value;
      select.dispatchEvent(new Event('change'));
    },
    selectors.received,
    value,
  );

/** What is chosen; undefined where there is no menu. */
const receivedNow = ({ frame }: Controls): Promise<string | undefined> =>
  frame.evaluate((menu) => document.querySelector<HTMLSelectElement>(menu)?.value, selectors.received);

/**
 * What was asked for of a single camera counts for more than what is asked for of all (pushDownConn in rtpconn/webclient.go): before
 * a bot asks for no pictures, its page takes that back.
 */
const mayAskForLess = async (controls: Controls, may: boolean): Promise<void> => {
  await program.ask(controls, 'mayAskForLess', may);
  if (may) return;
  await comes(program.until(controls, 'all cameras asked for as a whole', wholeWithinMs, 'areCamerasWhole'));
};

export const wantPictures = async (controls: Controls, wanted: boolean): Promise<void> => {
  const now = await receivedNow(controls);
  if (now === undefined) throw controls.missing(selectors.received);
  const value = wanted ? received.all : received.sound;
  if (now === value) return;
  await mayAskForLess(controls, wanted);
  await chooseReceived(controls, value);
};
