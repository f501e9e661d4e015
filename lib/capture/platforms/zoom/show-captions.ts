/** Has the captions of Zoom's client shown, and listed. */
import { NotAllowedError } from '../../meeting/errors.ts';
import type { Controls } from '../controls.ts';
import { pageMemory } from '../page-memory.ts';
import { choose, inTurn, save } from './menus.ts';
import { program } from './program.ts';

const mostPresses = 3;
const requestWithinMs = 5_000;
const apartWithinMs = 5_000;

/** A client that has lost the press still offers it; one that offers neither the one nor the other proves nothing. */
const turnOnCaptions = async (controls: Controls): Promise<void> => {
  for (let presses = 0; presses < mostPresses; presses += 1) {
    const pressed = await choose(controls, ['captions', 'showCaptions'], 'hideCaptions').catch((error: unknown) => {
      if (presses === 0) throw error;
    });
    if (!pressed) return;
    await save(controls);
    if ((await program.ask(controls, 'captions')).areOn) return;
  }
  throw controls.missing('"Hide Captions" in the menu');
};

/**
 * `hasAsked`: nobody is asked twice, but by a bot that joins anew. `isCrowded`: the client has no other place for the list of
 * captions than that of people and messages, which matter more.
 */
const memoryOf = pageMemory(() => ({ hasAsked: false, isCrowded: false }));

/** A dialog that stays would be recorded with the page. */
const closeDialog = async (controls: Controls): Promise<void> => {
  if (!(await program.ask(controls, 'press', 'dialog', 'cancel')))
    await program.ask(controls, 'press', 'dialog', 'cross');
};

/** Where the host has to allow captions first, and lets people ask for that. */
const askForCaptions = async (controls: Controls): Promise<void> => {
  const memory = memoryOf(controls);
  if (!memory.hasAsked) {
    const isOffered = await choose(controls, ['captions', 'requestCaptions']).catch(() => undefined);
    if (!isOffered) return;
    await program
      .until(controls, '"Send" in the dialog', requestWithinMs, 'sendCaptionRequest')
      .catch(async (error: unknown) => {
        await closeDialog(controls);
        throw error;
      });
    memory.hasAsked = true;
  }
  throw new NotAllowedError('the host does not allow captions, and was asked to');
};

/** Without the list nobody is told who says what, but by whom the client shows as heard. */
const listCaptions = async (controls: Controls): Promise<void> => {
  const memory = memoryOf(controls);
  if (memory.isCrowded || !(await choose(controls, ['captions', 'transcript']).catch(() => false))) return;
  await program
    .until(controls, 'the transcript in a window of its own', apartWithinMs, 'popsOutTranscript')
    .catch(() => {
      memory.isCrowded = true;
    });
};

const show = async (controls: Controls, goesByThem: boolean): Promise<void> => {
  const { areOn, areListed } = await program.ask(controls, 'captions');
  if (!areOn)
    await turnOnCaptions(controls).catch(async (error: unknown) => {
      if (goesByThem) await askForCaptions(controls);
      throw error;
    });
  if (!areListed) await listCaptions(controls);
};

export const showCaptions = (controls: Controls, goesByThem = false): Promise<void> =>
  inTurn(controls, () => show(controls, goesByThem));
