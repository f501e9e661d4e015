/** The conference that the page is in, as lib-jitsi-meet has it (`JitsiConference`), and its events. */
import { createEvents } from './events.ts';
import { known, tell } from './known.ts';
import { participant, participantOf } from './people.ts';

const { emit, ...listening } = createEvents();

export { emit };

interface ReceiverConstraints {
  readonly constraints: Readonly<Record<string, { readonly maxHeight: number }>>;
  readonly defaultConstraints: { readonly maxHeight: number };
  readonly lastN: number;
}

const createConference = () => ({
  ...listening,
  isJoined: () => known.is?.is_joined ?? false,
  myUserId: () => known.self?.id,
  getName: () => (known.isInBreakout ? 'breakout' : known.room),
  getRole: () => known.self?.role,
  isModerator: () => known.self?.role === 'moderator',
  getParticipants: () => known.others.map(participantOf),
  getParticipantById: participant,
  getParticipantCount: () => known.others.length + 1,
  getLocalTracks: () => [],
  getBreakoutRooms: () => ({ isSupported: () => true, isBreakoutRoom: () => known.isInBreakout }),
  grantOwner: (id: string) => tell({ type: 'grants', id }),
  sendTextMessage: (text: string) => tell({ type: 'send', text, to: 'everyone' }),
  sendPrivateTextMessage: (to: string, text: string) => tell({ type: 'send', text, to }),
  setReceiverConstraints({ constraints, defaultConstraints }: ReceiverConstraints): void {
    const lines = Object.entries(constraints).map(([name, { maxHeight }]) => [name, maxHeight] as const);
    tell({ type: 'wants', lines: Object.fromEntries(lines), of_others: defaultConstraints.maxHeight });
  },
  setLastN: () => undefined,
});

let conference: ReturnType<typeof createConference> | undefined;
export const currentConference = () => conference;
/** Goes on with the one that there is. */
export const beginConference = (): void => {
  conference ??= createConference();
};
export const dropConference = (): void => {
  conference = undefined;
};
