import { isErased, isFinal } from '../../domain/bot/lifecycle.ts';
import type { Stills } from '../../domain/captured/recording.ts';
import { NothingThereError } from '../../domain/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import { linkSeconds, type MediaStore } from '../../ports/media-store.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { BotRef } from '../../storage/keys.ts';
import { whyNoRecording } from '../captured/missing-recording.ts';
import { createGetAppSession } from './get-app-session.ts';

/**
 * Links to all that a session has recorded, also where a fault has ended it.
 * @throws NothingThereError until it is over, and where there is nothing
 */
export const createGetMedia = (ports: {
  bots: Pick<BotRepository, 'get'>;
  media: Pick<MediaStore, 'link'>;
  clock: Clock;
}) => {
  const getSession = createGetAppSession(ports);
  const shared = async ({ key, duration_ms, size_bytes }: Stills) => {
    const url = await ports.media.link(key, linkSeconds);
    return { kind: 'screen_share' as const, url, format: 'zip' as const, duration_ms, size_bytes };
  };
  return async (ref: BotRef) => {
    const session = await getSession(ref);
    const { recording, state } = session;
    if (!recording || !isFinal(state) || isErased(state))
      throw new NothingThereError(whyNoRecording(session, ports.clock.now()));
    const { key, stills, ...facts } = recording;
    const url = await ports.media.link(key, linkSeconds);
    const { format, duration_ms, size_bytes } = facts;
    return {
      url,
      ...facts,
      files: [
        { kind: 'recording' as const, url, format, duration_ms, size_bytes },
        ...(stills ? [await shared(stills)] : []),
      ],
    };
  };
};
