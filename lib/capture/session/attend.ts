/**
 * From admission to the end: takes part while the meeting shows itself (attending/presence.ts), and waits, or ends, as is
 * decided (attending/absence.ts) while it shows anything else.
 */
import { MeetingLostError } from '../meeting/errors.ts';
import { type Ending, removed } from '../meeting/final-phases.ts';
import type { Meeting } from '../meeting/meeting.ts';
import type { SpeechView } from '../meeting/view.ts';
import type { Outlet } from './acting/outlet.ts';
import { type Absence, astrayAfter, decide, isHeld, isOver, stuckAfter } from './attending/absence.ts';
import { createPresence, type TakingPart } from './attending/presence.ts';
import { createWitness, type Witness, type Witnessing } from './attending/witness.ts';
import type { RoomKeeper } from './breakout.ts';
import type { Diagnostics } from './diagnostics.ts';
import { left } from './leaving/ending.ts';
import { leave } from './leaving/leave.ts';
import type { Parting } from './leaving/parting.ts';
import type { Waits } from './leaving/waits.ts';
import type { LookAtMedia, MediaKeeper } from './media/media-keeper.ts';
import type { Look, Pace } from './pace.ts';
import type { Observer } from './people/observer.ts';
import type { RecordingControl } from './recording/recording-control.ts';
import type { SpeechDelivery } from './speech/delivery.ts';
import type { Handing } from './succession/handing.ts';

/** What staying in the meeting takes. */
export interface Attending extends TakingPart, Witnessing {
  readonly bot: Witnessing['bot'] & TakingPart['bot'];
  readonly meeting: Meeting;
  readonly pace: Pace;
  readonly recording: RecordingControl;
  readonly delivery: SpeechDelivery;
  readonly observer: Observer;
  readonly outlet: Pick<Outlet, 'keep' | 'doubt' | 'restart' | 'share'>;
  readonly media: MediaKeeper;
  readonly rooms: RoomKeeper;
  readonly waits: Waits;
  readonly diagnostics: Diagnostics;
  readonly handing: Handing;
  readonly parting: Pick<Parting, 'part'>;
}

/** While the meeting shows something else, and is not over. Answers how the bot ends; undefined while it waits. */
const stayAway = async (
  attending: Attending,
  witness: Witness,
  lookAtMedia: LookAtMedia,
  { view, now_ms }: Look,
): Promise<Ending | undefined> => {
  const { bot, handing, leaveWatch, observer, waits } = attending;
  if (bot.state === 'leaving') return leave(attending);
  waits.lost(view.page);
  const reason = handing.isAlone && !handing.isRelieved ? leaveWatch.lookAway(now_ms) : undefined;
  if (reason) await bot.advance('leave', reason);
  // It may be lost yet, or left: what was said before is told at once.
  const isHeard = view.phase === 'connecting' || (handing.isRelieved && !isHeld(view.phase));
  if (isHeard) witness.seeLast(view, now_ms);
  // The other one hears what this one may not hear any more.
  if (handing.isRelieved) handing.part(observer, now_ms, true);
  // Outside it hears no more; where consent is asked for, what is shown may have been said since.
  if (isHeld(view.phase)) await witness.hold(now_ms, view.phase === 'waiting_room' ? view : { ...view, captions: [] });
  if (view.phase === 'waiting_room') witness.putBack();
  if (view.phase === 'waiting_room' || view.phase === 'connecting') witness.away();
  // The recording goes on: that nothing comes into it is told.
  if (view.phase === 'connecting' && !handing.isRelieved)
    await lookAtMedia(view, { others: observer.others, state: bot.state }, now_ms);
  return undefined;
};

/** @throws MeetingLostError where that is what is decided; SessionOverError */
const carryOut = async (attending: Attending, step: Absence, { view, now_ms }: Look): Promise<Ending> => {
  const { diagnostics, handing, log, meeting, parting } = attending;
  const isPutOut = view.page?.same_identity === true;
  if (isPutOut) await handing.putOut();
  // Servers that give a client's place to whoever comes by its token may put the worker out that was replaced.
  else if (view.phase === 'removed') await handing.checkReplaced();
  if (step.kind === 'lose') {
    if (isPutOut && !handing.mayComeBack(now_ms)) return removed;
    throw new MeetingLostError(step.why, { isEmptied: view.page?.emptied === true });
  }
  const keep = async (): Promise<void> => {
    if (step.evidence !== undefined) await diagnostics.keep(meeting, step.evidence);
  };
  if (step.kind === 'end') {
    await keep();
    return step.ending;
  }
  const { ending, waited_for, by_ms } = step.inVain;
  log('the bot has waited in vain', { waited_for });
  const part = async (): Promise<void> => {
    await keep();
    await leave(attending);
  };
  await parting.part(part(), by_ms);
  return ending;
};

/**
 * `heard`: who spoke before, of which nothing has been told yet.
 * @throws MeetingLostError when it broke and may still be on; SessionOverError
 */
export const attend = async (attending: Attending, heard: readonly SpeechView[] = []): Promise<Ending> => {
  const { clock, delivery, leaveWatch, media, meeting, observer, pace, rooms, waits } = attending;
  const witness = createWitness(attending, heard);
  observer.lookAnew();
  const entered_ms = clock.now_ms();
  leaveWatch.enter(entered_ms, waits.isLostByAll);
  waits.over();
  const lookAtMedia = media.enter(meeting);
  const takePart = createPresence(attending, witness, lookAtMedia);
  delivery.keep();

  const see = async (look: Look): Promise<Ending | undefined> => {
    const { view, now_ms } = look;
    witness.hear(view.speech);
    if (isOver(view.phase)) {
      witness.seeLast(view, now_ms);
      return undefined;
    }
    const place = view.breakout.state;
    // What does not show the meeting shows no room either: the bot is where it was, or on its way.
    if (view.phase === 'in_meeting' || place !== 'none') await rooms.look(meeting, place, now_ms);
    if (view.phase !== 'in_meeting') return stayAway(attending, witness, lookAtMedia, look);
    waits.over();
    delivery.keep();
    return takePart(view, now_ms);
  };

  let last: Look | undefined;
  let astray_since_ms: number | undefined;
  let stuck_since_ms: number | undefined;
  /** When the page was loaded that has shown the meeting. */
  let loaded_ms: number | undefined;
  try {
    for await (const look of pace.looks(meeting, () => last && waits.answerBy(last.view))) {
      last = look;
      const { view, now_ms } = look;
      const isAnew = loaded_ms !== undefined && view.loaded_ms !== undefined && view.loaded_ms !== loaded_ms;
      if (isAnew && view.phase === 'in_meeting') await witness.anew();
      const ending = await see(look);
      if (ending) return ending;
      astray_since_ms = astrayAfter(astray_since_ms, look);
      stuck_since_ms = stuckAfter(stuck_since_ms, look);
      const inVain = view.phase === 'waiting_room' ? waits.look(view.phase, now_ms) : undefined;
      if (view.phase === 'in_meeting') loaded_ms = view.loaded_ms;
      const step = decide({ look, entered_ms, astray_since_ms, stuck_since_ms, isAnew, inVain });
      if (step) return await carryOut(attending, step, look);
    }
  } catch (error) {
    const isLost = error instanceof MeetingLostError;
    if (!isLost || !last || !waits.lookBack(last.view, pace.now_ms())) throw error;
    // It was put back, and nobody has let it in: it does not come back to ask again.
    meeting.giveUp();
    return removed;
  }
  return left;
};
