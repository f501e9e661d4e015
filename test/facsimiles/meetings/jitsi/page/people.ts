/** The people of a conference, with the names that their sources give their sound and pictures. */
import type { Person } from '../protocol.ts';
import { known } from './known.ts';
import { tracks } from './tracks.ts';

interface SourceInfo {
  readonly muted: boolean;
  readonly videoType?: string;
}

export const sourcesOf = (person: Person): Map<string, Map<string, SourceInfo>> => {
  const { id, microphone, pictures } = person;
  const video = pictures.map((kind, at): [string, SourceInfo] => [
    `${id}-v${at}`,
    { muted: !person[kind], videoType: kind === 'screen' ? 'desktop' : 'camera' },
  ]);
  return new Map([
    ['audio', new Map([[`${id}-a0`, { muted: !microphone }]])],
    ['video', new Map(video)],
  ]);
};

/** As `JitsiParticipant`. */
export const participantOf = (person: Person) => ({
  getId: () => person.id,
  getDisplayName: () => person.name,
  getRole: () => person.role,
  // As the token says that everybody but the bot comes with.
  getIdentity: () => ({ user: { id: `${person.name}@example.com` } }),
  getSources: () => sourcesOf(person),
  getTracks: () => [...tracks.values()].filter(({ ownerEndpointId }) => ownerEndpointId === person.id),
  isHidden: () => false,
  isAudioMuted: () => !person.microphone,
  isVideoMuted: () => !person.camera,
});

export const participant = (wanted: string) => known.others.filter(({ id }) => id === wanted).map(participantOf)[0];
