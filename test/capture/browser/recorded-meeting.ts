/** A room in a page of a browser, and its recording, as a session makes it. */
import type { Browser } from 'puppeteer-core';
import { meetingIn } from '../../../lib/capture/browser/browser-meeting.ts';
import { openMeetingPage } from '../../../lib/capture/browser/meeting-page.ts';
import type { Meeting } from '../../../lib/capture/meeting/meeting.ts';
import type { MeetingRecorder } from '../../../lib/capture/meeting/source.ts';
import { demoRoom } from '../../../lib/capture/platforms/demo-room/index.ts';
import { wishOf } from '../../../lib/capture/recording/quality.ts';
import { segmentsPrefix } from '../../../lib/capture/recording/segment-names.ts';
import { createTakes } from '../../../lib/capture/recording/takes.ts';
import { createRecordingControl } from '../../../lib/capture/session/recording/recording-control.ts';
import type { Recorder } from '../../../lib/domain/bot/capture-task.ts';
import type { RecordingSettings } from '../../../lib/domain/bot/settings.ts';
import type { MemoryStore } from '../../lab/doubles/memory-segments.ts';
import { until } from '../../lab/until.ts';

/**
 * Sound that comes so many ms before or after its picture is still acceptable (ITU-R BT.1359-1, figure 2). On an idle
 * machine a recording stays within 30 ms.
 */
export const acceptable = { before_ms: 90, after_ms: 185 };

/** A bot that may press the button. */
export const atTheDoor = async (browser: Browser, meeting_url: string, recorder?: Recorder) => {
  const page = await openMeetingPage(browser, demoRoom);
  const meeting = meetingIn(page, demoRoom, { meeting_url, recorder });
  await meeting.load();
  await meeting.prepare('Notes');
  return { page, meeting, [Symbol.asyncDispose]: () => page[Symbol.asyncDispose]() };
};

/** The first take of a worker, recorded into the store. */
export const recordingInto = (store: MemoryStore, recorder: MeetingRecorder, settings: RecordingSettings) => {
  const log = (): void => undefined;
  const takes = createTakes(store, 1, log);
  const { arm, keep, end } = createRecordingControl({ recorder, takes, log }, wishOf(settings));
  return {
    arm,
    keep,
    async stop() {
      await end();
      await takes.stored();
    },
    [Symbol.asyncDispose]: end,
  };
};

const speakerView = { format: 'mp4', view: 'speaker_view', resolution: '720p' } as const;

/** Joins, and records. */
export const beginRecording = async (meeting: Meeting, store: MemoryStore) => {
  const recording = recordingInto(store, meeting.recorder, speakerView);
  await recording.arm();
  await meeting.join();
  await recording.keep(true);
  return recording;
};

const segmentsIn = (store: MemoryStore, take: string): number =>
  [...store.objects.keys()].filter((name) => name.startsWith(`${segmentsPrefix}${take}/`) && name.endsWith('.m4s'))
    .length;

/** Looks at the meeting, as sessions do, until a take has so many segments in the store. */
export const untilStored = (
  segments: number,
  take: string,
  store: MemoryStore,
  meeting: Pick<Meeting, 'look'>,
): Promise<number> => {
  const look = async (): Promise<number> => {
    await meeting.look();
    return segmentsIn(store, take);
  };
  return until(look, (stored) => stored >= segments, 200);
};
