/** Google Meet's lines of pictures: each is whose picture came while it was free, until they send none any more. */
import type { Member } from '../meeting.ts';
import { screenOf } from './people.ts';

export const pictureLines = 4;

export interface PictureSource {
  readonly deviceId: string;
  readonly member: string;
  readonly kind: 'camera' | 'screen';
}

const picturesOf = (members: readonly Member[]): PictureSource[] =>
  members
    .filter(({ isGuest }) => !isGuest)
    .flatMap((member) => [
      ...(member.uses.screen ? [{ deviceId: screenOf(member), member: member.id, kind: 'screen' as const }] : []),
      ...(member.uses.camera ? [{ deviceId: member.id, member: member.id, kind: 'camera' as const }] : []),
    ]);

export const createPictureLines = () => {
  const taken: (PictureSource | undefined)[] = Array.from({ length: pictureLines });
  return {
    /** Which picture goes by which line. */
    taken: taken as readonly (PictureSource | undefined)[],
    /** Gives lines to what these people send, as far as there are any. */
    place(members: readonly Member[]): void {
      const sources = picturesOf(members);
      for (const [line, taker] of taken.entries())
        if (taker && !sources.some(({ deviceId }) => deviceId === taker.deviceId)) taken[line] = undefined;
      for (const source of sources) {
        if (taken.some((taker) => taker?.deviceId === source.deviceId)) continue;
        const free = taken.indexOf(undefined);
        if (free >= 0) taken[free] = source;
      }
    },
  };
};
