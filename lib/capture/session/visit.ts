/** One visit to a meeting: what is done from its opening until it comes to an ending, and is closed. */
import { ElementMissingError, MeetingLostError } from '../meeting/errors.ts';
import type { Ending } from '../meeting/final-phases.ts';
import type { Meeting } from '../meeting/meeting.ts';
import { wishOf } from '../recording/quality.ts';
import type { Takes } from '../recording/takes.ts';
import { createNoOutlet, createOutlet } from './acting/outlet.ts';
import { type Attending, attend } from './attend.ts';
import type { SessionBot } from './bot.ts';
import { type Joining, join } from './join.ts';
import { leave } from './leaving/leave.ts';
import { createParting } from './leaving/parting.ts';
import { createLivePicture, type LivePicturePorts } from './live-picture.ts';
import type { News } from './news.ts';
import { SessionOverError } from './pace.ts';
import type { PeopleSeen } from './people/people-seen.ts';
import type { Appointed, CaptureAssignment, OutletPorts } from './ports.ts';
import { createRecordingControl } from './recording/recording-control.ts';
import type { SpeechAttribution } from './speech/attribution.ts';
import { createSpeechDelivery } from './speech/delivery.ts';

type OfThisVisit = 'meeting' | 'appointed' | 'recording' | 'delivery' | 'outlet' | 'recording_settings' | 'parting';

/** What goes on from visit to visit. */
export interface VisitPorts extends Omit<Joining, OfThisVisit>, Omit<Attending, OfThisVisit> {
  readonly assignment: CaptureAssignment;
  readonly bot: SessionBot;
  readonly attribution: Pick<SpeechAttribution, 'take'>;
  readonly takes: Takes;
  /** Where what is shown to those who look at the bot goes. */
  readonly store: LivePicturePorts['store'];
  readonly people: PeopleSeen;
  readonly outletPorts: OutletPorts | undefined;
  /** Whether it cannot be seen or heard as it was asked to. */
  readonly stageNews: News;
}

export interface Visit extends AsyncDisposable {
  /**
   * Joins, stays, and leaves; undefined when the bot is to join another meeting instead. The meeting is still open when it
   * answers; what was recorded is being stored.
   * @throws MeetingLostError when the meeting broke and may still be on; SessionOverError
   */
  run(): Promise<Ending | undefined>;
}

/** `appointed`: what the meeting was opened for. */
export const createVisit = (ports: VisitPorts, meeting: Meeting, appointed: Appointed): Visit => {
  const { assignment, attribution, bot, clock, diagnostics, log, outletPorts, pace, people, stageNews, store, takes } =
    ports;
  const { recording_settings } = assignment;
  const { stage } = meeting;
  const recording = createRecordingControl(
    { recorder: meeting.recorder, takes, clock, log },
    wishOf(recording_settings),
  );
  const delivery = createSpeechDelivery({ meeting, bot, attribution, log });
  const outlet = stage
    ? createOutlet({ meeting, stage, bot, news: stageNews, people, clock, log }, outletPorts)
    : createNoOutlet({ bot, clock, log });
  const live = createLivePicture({ meeting, bot, store, clock, log });
  const parting = createParting(pace);
  const ofThisVisit = { meeting, appointed, recording, delivery, outlet, recording_settings, parting };
  const steps: Joining & Attending = { ...ports, ...ofThisVisit };
  let closed: Promise<void> | undefined;

  const close = async (): Promise<void> => {
    await using held = new AsyncDisposableStack();
    held.use(meeting);
    held.defer(recording.end);
    held.use(outlet);
    held.use(live);
    held.defer(parting.done);
  };

  const lost = (error: unknown): MeetingLostError => {
    meeting.giveUp();
    const loss =
      error instanceof MeetingLostError
        ? error
        : new MeetingLostError(`the meeting is gone: ${String(error)}`, { cause: error });
    // The bot does not wait for it: it is to come back at once.
    void diagnostics.keep(meeting, 'meeting_lost', loss);
    return loss;
  };

  return {
    async run() {
      try {
        const joined = await join(steps);
        if (joined === 'elsewhere') return undefined;
        if ('ending' in joined) return joined.ending;
        // A bot that is back in a meeting whose recording it must ask for again keeps the state it has.
        const mayRecord = joined.view.recording === 'allowed' || joined.view.recording === 'paused';
        await bot.advance(mayRecord ? 'admitted' : 'admitted_without_permission');
        const ending = await attend(steps, joined.heard);
        await delivery.stop();
        return ending;
      } catch (error) {
        if (error instanceof SessionOverError) await leave(steps);
        else if (error instanceof MeetingLostError || meeting.isLost) throw lost(error);
        else if (error instanceof ElementMissingError) await diagnostics.keep(meeting, 'ui_element_not_found', error);
        throw error;
      } finally {
        void recording.end();
      }
    },
    [Symbol.asyncDispose]() {
      closed ??= close();
      return closed;
    },
  };
};
