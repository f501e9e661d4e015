/** Asks the host of a Zoom meeting for leave to record. */
import { type Controls, comes } from '../controls.ts';
import { choose, inTurn } from './menus.ts';
import { program } from './program.ts';

const requestWithinMs = 5_000;
/** A client that is busy may lose one. */
const mostPressesAlone = 2;

/**
 * "Record" alone may lead to no more than the host's own recording in the cloud: then there is nobody to be asked. Where it is
 * not seen what it leads to, nothing is recorded.
 */
const request = async (controls: Controls): Promise<void> => {
  const isAsked = (isAlone: boolean): Promise<void> =>
    program.until(controls, '"Send Request" in the dialog', requestWithinMs, 'requestRecording', isAlone);
  const isHere = await choose(controls, ['recordHere']).catch(() => undefined);
  if (isHere) return isAsked(false);
  for (let presses = 1; presses <= mostPressesAlone; presses += 1) {
    await choose(controls, ['record']);
    if (await comes(isAsked(true))) return;
  }
  throw controls.missing('"Send Request" in the dialog');
};

export const askToRecord = (controls: Controls): Promise<void> => inTurn(controls, () => request(controls));
