/** Begins the recording of a room, as a session does. */
import type { MeetingPage } from '../../../lib/capture/browser/meeting-page.ts';
import { demoRoom } from '../../../lib/capture/platforms/demo-room/index.ts';
import { createTakes } from '../../../lib/capture/recording/takes.ts';
import { createRecordingControl } from '../../../lib/capture/session/recording/recording.ts';
import type { Recorder } from '../../../lib/domain/bot/capture-task.ts';
import type { MemoryStore } from '../support.ts';

/** Joins, and records the first take of a worker into the store. */
export const beginRecording = async (meeting: MeetingPage, recorder: Recorder, store: MemoryStore) => {
  const log = (): void => undefined;
  const control = createRecordingControl(
    { meeting, recorder, log },
    { format: 'mp4', view: 'speaker_view', resolution: '720p' },
    createTakes(store, 1, log),
  );
  await control.arm();
  await demoRoom.pressJoin(meeting.page);
  await control.keep(true);
  return control;
};
