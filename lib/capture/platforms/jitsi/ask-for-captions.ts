/** Has a Jitsi meeting write down what is said. */
import { NotAllowedError, UnavailableError } from '../../meeting/errors.ts';
import { type Controls, comes } from '../controls.ts';
import type { Transcriber } from './page/captions.ts';
import { program } from './program.ts';

const toldWithinMs = 5_000;

/** What there is of it once it is something else, or has stayed the same for as long as it may. */
const after = async (controls: Controls, before: Transcriber): Promise<Transcriber> => {
  await comes(
    controls.until(
      'what becomes of the transcriber',
      program.inPage((handle, before: Transcriber) => handle.transcriber() !== before),
      toldWithinMs,
      before,
    ),
  );
  return program.ask(controls, 'transcriber');
};

/**
 * Asks for a transcriber, where the page offers one.
 * @throws NotAllowedError where only others may ask for it; UnavailableError where it does not come
 */
export const askForCaptions = async (controls: Controls): Promise<void> => {
  // What a bot is allowed, it is told a moment after it has come in.
  const before = await after(controls, 'not_allowed');
  await program.ask(controls, 'askForCaptions');
  const now = await after(controls, 'awaited');
  if (now === 'not_allowed')
    throw new NotAllowedError(
      'only moderators of the meeting, and those whose token says so, can have it write captions',
    );
  // A failure may take longer than that: then it is told with the next time.
  if (now === 'failed' || (now === 'awaited' && before === 'failed'))
    throw new UnavailableError('the transcriber of the meeting’s server did not come when it was asked for');
};
