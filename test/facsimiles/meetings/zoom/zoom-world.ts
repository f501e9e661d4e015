/** The facsimile of Zoom's web client as the suite of meetings needs it. */
import type { MeetingPlatform } from '../../../../lib/capture/platforms/platform.ts';
import type { Host } from '../../../contracts/meeting-world.ts';
import type { FacsimileMeeting, Member } from '../meeting.ts';
import { type FacsimileWorld, openFacsimileWorld, personIn, speakerIn } from '../world.ts';
import { type ZoomFacsimile, zoom } from './zoom.ts';

/** A waiting room and a removal are shown by tests of their own. */
export const zoomPhases = [
  'pre_join',
  'in_meeting',
  'denied',
  'not_started',
  'not_found',
  'login_required',
  'blocked',
  'captcha',
  'full',
  'locked',
  'registration_required',
  'passcode_required',
  'ended',
] as const;

/** The client tells no ids: people are known by name, and those of one name by their order. */
const idIn =
  (meeting: FacsimileMeeting) =>
  (member: Member): string => {
    const alike = meeting.members.filter(({ name }) => name === member.name);
    return `${alike.indexOf(member) + 1}:${member.name}`;
  };

const hostIn = ({ facsimile, isSeen }: ZoomWorld, meeting: FacsimileMeeting, member: Member): Host => ({
  ...personIn(meeting, { desk: facsimile.desk, isSeen }, member, idIn(meeting)),
  allowRecording: async () => facsimile.allowRecording(meeting),
  refuseRecording: async () => facsimile.refuseRecording(meeting),
  openBreakoutRoom: async (name, ids) => {
    const invited = meeting.members.filter((one) => ids.includes(idIn(meeting)(one)));
    facsimile.openRoom(
      meeting,
      name,
      invited.map(({ id }) => id),
    );
  },
  closeBreakoutRooms: () => facsimile.closeRooms(meeting),
  caption: async (text) => meeting.caption(member.id, text.slice(0, 4), text),
});

export interface ZoomWorld extends FacsimileWorld {
  readonly facsimile: ZoomFacsimile;
}

export const openZoomWorld = async (adapter: MeetingPlatform): Promise<ZoomWorld> => {
  const facsimile = zoom();
  const world = await openFacsimileWorld(facsimile, adapter);
  return {
    ...world,
    facsimile,
    async scene(phase) {
      const scene = await world.scene(phase);
      // Nothing but what the bot has seen tells a removal from a refusal, and an end from a page that it never got past.
      return phase === 'removed' || phase === 'ended' ? { ...scene, isSeenInside: true } : scene;
    },
    async gather({ asks = false } = {}) {
      const meeting = facsimile.meeting();
      meeting.asksToRecord = asks;
      // Where a client has nothing to record with, nobody can be asked.
      meeting.offersRecording = asks;
      const host = meeting.enter('Ana', { isHost: true });
      return {
        url: meeting.url,
        host: hostIn({ ...world, facsimile }, meeting, host),
        async enter(name) {
          const member = meeting.enter(name);
          return {
            ...personIn(meeting, { desk: facsimile.desk, isSeen: world.isSeen }, member, idIn(meeting)),
            acceptBreakout: async () => facsimile.enterRoom(meeting, member.id),
          };
        },
        enterToSpeak: async (name) => speakerIn(meeting, name, idIn(meeting)),
      };
    },
  };
};
