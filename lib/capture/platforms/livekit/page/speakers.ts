/** Who in a LiveKit meeting writes down what is said, and whose words it is. Runs in the page. Pure. */
import type { LiveKitRoster, RoomMember } from './roster.ts';
import { type Sender, writerOf } from './text-streams.ts';

/** Of writers and those whose words they write. */
export const mostPairs = 500;

export type Speaker = Pick<RoomMember, 'identity' | 'name'>;

/** `writer`: as `writerOf` tells writers apart. */
export const pairBy = (writer: string, identity: string): string => `${writer} ${identity}`;

export const pairOf = (writer: Sender, identity: string): string => pairBy(writerOf(writer), identity);

export interface Speakers {
  memberBy(identity: string): RoomMember | undefined;
  /** Who has left meanwhile has no name any more. */
  speakerBy(identity: string): Speaker | undefined;
  /** Who sends a packet; undefined of whoever is hidden. */
  senderOf(sender: Sender): RoomMember | undefined;
  /** Who sends a track, or sent it last. */
  ownerOf(track_sid: string): RoomMember | undefined;
}

/** Who is in the meeting, which of them are agents, and what they send. */
export type SpeakingRoster = Pick<LiveKitRoster, 'find' | 'members' | 'ownerOf'>;

export const createSpeakers = (roster: SpeakingRoster): Speakers => {
  const memberBy = (identity: string): RoomMember | undefined =>
    roster.members.find((member) => member.identity === identity);

  return {
    memberBy,
    speakerBy: (identity) => memberBy(identity) ?? (identity === '' ? undefined : { identity, name: identity }),
    senderOf: ({ sid, identity }) => (sid === '' ? memberBy(identity) : roster.find(sid)),
    ownerOf: roster.ownerOf,
  };
};
