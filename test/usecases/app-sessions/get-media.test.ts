import { extname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NotFoundError } from '../../../lib/domain/errors.ts';
import { createGetMedia } from '../../../lib/usecases/app-sessions/get-media.ts';
import { anAppSession } from '../../lab/builders/app-sessions.ts';
import { aBotEvent } from '../../lab/builders/records.ts';

const recording = {
  key: 'prj_1/app_1/recording.mp4',
  format: 'mp4' as const,
  start_timestamp_ms: 1_000_000,
  duration_ms: 60_000,
  size_bytes: 1_000,
  parts: [{ start_timestamp_ms: 1_000_000, duration_ms: 60_000 }],
};
const stills = {
  key: 'prj_1/app_1/screen_share.zip',
  start_timestamp_ms: 1_010_000,
  duration_ms: 5_000,
  size_bytes: 200,
};

const mediaOf = (changes: object) => {
  const session = { ...anAppSession(), ...changes };
  const getMedia = createGetMedia({
    bots: { get: async () => session },
    clock: { now: () => new Date(session.events.at(-1)?.created_at ?? 0) },
    media: { link: async (name, seconds, file) => `https://media.example.com/${name}?for=${seconds}&as=${file}` },
    media_days: null,
  });
  return getMedia({ project_id: session.project_id, bot_id: session.id });
};
/** Saved under a name that tells when it was. */
const urlOf = ({ key }: { key: string }) =>
  `https://media.example.com/${key}?for=1800&as=Meeting 1970-01-01 00-16${extname(key)}`;

describe('the media of an app session', () => {
  it('are the recording', async () => {
    const { key: _, ...facts } = recording;
    const { format, duration_ms, size_bytes } = recording;
    const url = urlOf(recording);
    expect(await mediaOf({ state: 'ended', recording })).toEqual({
      url,
      ...facts,
      files: [{ kind: 'recording', url, format, duration_ms, size_bytes }],
    });
  });

  it('are also the stills of a shared screen, where it came as such', async () => {
    const { files, ...rest } = await mediaOf({ state: 'ended', recording: { ...recording, stills } });
    expect(files[1]).toEqual({
      kind: 'screen_share',
      url: urlOf(stills),
      format: 'zip',
      duration_ms: 5_000,
      size_bytes: 200,
    });
    expect(rest).not.toHaveProperty('stills');
  });

  it('are there as well where a fault has ended it', async () => {
    expect(await mediaOf({ state: 'fatal_error', recording })).toMatchObject({ url: urlOf(recording) });
  });

  it.each([
    [
      'while it goes on',
      { state: 'post_processing', recording },
      'There is no recording yet: it is there when the app session is ended, and this one is post_processing.',
    ],
    [
      'while what a fault has broken off is still being finished',
      { state: 'fatal_error', events: [aBotEvent({ type: 'joined_meeting', state: 'joined_recording' })] },
      'The recording of this app session is still being finished, which takes seconds to minutes: ask again in a moment.',
    ],
    [
      'where nothing was recorded',
      { state: 'ended', recording: null },
      'This app session brought no recording home: its events tell why.',
    ],
    [
      'once its data are deleted',
      { state: 'data_deleted', recording },
      'The recording of this app session was deleted.',
    ],
  ])('are not there %s, and that is said', async (_, changes, why) => {
    const asked = mediaOf(changes);
    await expect(asked).rejects.toThrow(NotFoundError);
    await expect(asked).rejects.toThrow(why);
  });
});
