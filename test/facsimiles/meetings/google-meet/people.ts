/** What people are called by the numbers, ids and rows that Google Meet's servers tell of them. */
import type { Member } from '../meeting.ts';
import { type User, userStatus } from './wire.ts';

/** The number in packets, and the id in the output map, of somebody's voice. */
export const sourceOf = ({ number }: Member): number => 1_000 + number;
export const screenOf = ({ id }: Member): string => `${id}0`;

/** What the page knows of everybody: people, and what of theirs comes by which stream. */
export const usersOf = (members: readonly Member[], self: string | undefined): User[] =>
  members.flatMap((member): User[] => {
    const one: User = {
      deviceId: member.id,
      fullName: member.name,
      displayName: member.name.split(' ')[0] ?? member.name,
      status: userStatus.inside,
      ...(member.id === self && { self: '7f3c2a90' }),
      ...(member.isHost && { isHost: true }),
    };
    const screen: User = { ...one, deviceId: screenOf(member), parentDeviceId: member.id };
    return member.uses.screen ? [one, screen] : [one];
  });
