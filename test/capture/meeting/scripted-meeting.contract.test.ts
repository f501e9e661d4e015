import { type MeetingPhase, meetingPhases } from '../../../lib/capture/meeting/view.ts';
import { describeMeeting } from '../../contracts/meeting.ts';
import { aView } from '../../lab/builders/meeting-views.ts';
import { aScriptedMeeting } from '../../lab/doubles/scripted-meeting.ts';

const participants = aView().participants.map((person) => ({ ...person, name: 'Notes' }));

/** A meeting that shows a phase once the bot has asked to be let in, until it leaves. */
const aMeetingThatShows = (phase: MeetingPhase) => {
  let hasLeft = false;
  return aScriptedMeeting({
    shows(hasAsked) {
      const asked = hasLeft ? 'left' : phase;
      return aView({ phase: hasAsked ? asked : 'pre_join', participants });
    },
    onAct(act) {
      if (act === 'load') hasLeft = false;
      if (act === 'leave the meeting') hasLeft = true;
    },
  });
};

describeMeeting('scripted in memory', {
  capabilities: aMeetingThatShows('in_meeting').capabilities,
  phases: meetingPhases.filter((phase) => phase !== 'loading' && phase !== 'pre_join'),
  hasPeople: false,
  openWorld: async () => ({
    scene: async (phase) => ({ url: phase === 'pre_join' ? 'in_meeting' : phase }),
    open: async (phase) => aMeetingThatShows(phase as MeetingPhase),
    [Symbol.asyncDispose]: async () => undefined,
  }),
});
