import { isErased, isFinal } from '../../domain/bot/lifecycle.ts';
import { fileNameOf } from '../../domain/captured/file-name.ts';
import type { Stills } from '../../domain/captured/recording.ts';
import { linkSeconds, type MediaStore } from '../../ports/media-store.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { BotRef } from '../../storage/keys.ts';
import { type FindRecordingPorts, recordingOf } from '../captured/missing-recording.ts';
import { createGetAppSession } from './get-app-session.ts';

/**
 * Links to all that a session has recorded, also where a fault has ended it.
 * @throws NothingThereError until it is over, and where there is nothing, or nothing any more
 */
export const createGetMedia = (
  ports: FindRecordingPorts & { bots: Pick<BotRepository, 'get'>; media: Pick<MediaStore, 'link'> },
) => {
  const getSession = createGetAppSession(ports);
  const shared = async ({ key, start_timestamp_ms, duration_ms, size_bytes }: Stills, name: string) => {
    const url = await ports.media.link(key, linkSeconds, fileNameOf(name, start_timestamp_ms, 'zip'));
    return { kind: 'screen_share' as const, url, format: 'zip' as const, duration_ms, size_bytes };
  };
  return async (ref: BotRef) => {
    const session = await getSession(ref);
    const { state, bot_name } = session;
    const isThere = isFinal(state) && !isErased(state);
    const { key, stills, ...facts } = recordingOf(isThere ? session : { ...session, recording: null }, ports);
    const { format, start_timestamp_ms, duration_ms, size_bytes } = facts;
    const url = await ports.media.link(key, linkSeconds, fileNameOf(bot_name, start_timestamp_ms, format));
    return {
      url,
      ...facts,
      files: [
        { kind: 'recording' as const, url, format, duration_ms, size_bytes },
        ...(stills ? [await shared(stills, bot_name)] : []),
      ],
    };
  };
};
