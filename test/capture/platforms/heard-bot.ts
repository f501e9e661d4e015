/** Whether a bot that speaks is heard, in what its page sends. */
import { expect } from 'vitest';
import type { Meeting } from '../../../lib/capture/meeting/meeting.ts';
import type { Guest } from '../../facsimiles/meetings/guest.ts';
import { until } from '../../lab/until.ts';
import { speechOf } from '../browser/heard-voices.ts';

/** Of 0, which is as loud as can be, to 127, which is silence (RFC 6464). */
const loud = 60;
const saidMs = 200;

/** The bot speaks until something loud has come of its microphone, through which nothing did while it was silent. */
export const expectHeardBot = async ({ stage }: Meeting, { visit }: Guest): Promise<void> => {
  if (!stage) throw new Error('the bot can only watch');
  await stage.start();
  await stage.send({ type: 'show', shown: { camera: 'nothing', microphone: 'agent', screen: 'nothing' } });
  await stage.turn('microphone', true);
  await until(
    () => visit.ownLevel(),
    (level) => level !== undefined,
  );
  expect(visit.ownLevel()).toBeGreaterThan(loud);
  const pcm = speechOf('ada', 0, saidMs).toString('base64');
  const speak = async (): Promise<number | undefined> => {
    await stage.send({ type: 'server_sound', pcm });
    return visit.ownLevel();
  };
  await until(speak, (level = 127) => level < loud);
};
