/**
 * What Teams' services tell its page. Shapes are those that public projects and notes of recorded traffic show: the roster
 * in the answer to a join, `rosterUpdate` and `conversationEnd` over the call socket, the data channel `main-channel`.
 */
import { deflateRawSync } from 'node:zlib';
import type { Caption, Member, Message } from '../meeting.ts';

const tenant = '338de7e8-b10a-4a7c-aeb4-4cdf726fc818';
/** Seconds from 1900 to 1970, from which the channel counts. */
const since1900Seconds = 2_208_988_800;

const guid = (number: number, kind: number): string =>
  `${String(kind).padStart(8, '0')}-5d2e-4b7a-9c11-${String(number).padStart(12, '0')}`;

/** Of those who are signed in. */
export const personId = (number: number): string => `8:orgid:${guid(number, 1)}`;

export interface Sources {
  readonly audio: number;
  readonly video: number;
  readonly screen: number;
}

/** The numbers by which packets and requests name what somebody sends. */
export const sourcesOf = ({ number }: Pick<Member, 'number'>): Sources => ({
  audio: 1_000 + 10 * number,
  video: 1_001 + 10 * number,
  screen: 1_002 + 10 * number,
});

interface MediaStream {
  readonly type: string;
  readonly label: string;
  readonly sourceId: number;
  readonly direction: 'sendrecv' | 'recvonly' | 'sendonly' | 'inactive';
  readonly serverMuted?: boolean;
}

const streamsOf = (member: Member): MediaStream[] => {
  const { audio, video, screen } = sourcesOf(member);
  const { camera, screen: shares } = member.uses;
  return [
    { type: 'audio', label: 'main-audio', sourceId: audio, direction: 'sendrecv', serverMuted: false },
    { type: 'video', label: 'main-video', sourceId: video, direction: camera ? 'sendrecv' : 'recvonly' },
    {
      type: 'applicationsharing-video',
      label: 'applicationsharing-video',
      sourceId: screen,
      direction: shares ? 'sendonly' : 'inactive',
    },
    { type: 'data', label: 'data', sourceId: audio + 5, direction: 'sendrecv' },
  ];
};

export interface RosterMember {
  readonly member: Member;
  /** They have joined with a second device too, which sends nothing of its own. */
  readonly hasSecond: boolean;
  /** In the lobby, of which those are told who may let people in. */
  readonly isWaiting?: boolean;
}

const endpoint = (number: number, mediaStreams: readonly MediaStream[], role: string) => ({
  call: { mediaStreams, serverMuteVersion: 0 },
  endpointCapabilities: 67,
  clientEndpointCapabilities: 8_812_226,
  participantId: guid(number, 3),
  clientVersion: 'SkypeSpaces/1415/26101616511/os=windows; deviceType=computer',
  endpointMeetingRoles: [role],
});

/** In the lobby, a device has a part in that, and in no call. */
const waiting = (number: number, mediaStreams: readonly MediaStream[], role: string) => ({
  ...endpoint(number, mediaStreams, role),
  call: null,
  lobby: { mediaStreams },
  modalityJoined: 'Lobby',
});

const participantOf = ({ member, hasSecond, isWaiting }: RosterMember, version: number) => {
  const role = member.isHost ? 'organizer' : member.isGuest ? 'attendee' : 'presenter';
  const secondAudio: MediaStream = {
    type: 'audio',
    label: 'main-audio',
    sourceId: sourcesOf(member).audio + 7,
    direction: 'inactive',
  };
  return {
    version,
    state: 'active',
    details: {
      id: member.id,
      displayName: member.name,
      displayNameSource: 'AAD',
      propertyBag: null,
      resourceId: null,
      participantType: member.isGuest ? 'anonymous' : 'inTenant',
      endpointId: guid(0, 0),
      participantId: null,
      languageId: null,
      hidden: false,
      tenantId: tenant,
    },
    endpoints: {
      [guid(member.number, 4)]: (isWaiting ? waiting : endpoint)(member.number, streamsOf(member), role),
      ...(hasSecond && { [guid(member.number, 5)]: endpoint(member.number + 500, [secondAudio], role) }),
    },
    role: member.isGuest ? 'guest' : 'admin',
    meetingRole: role,
    meetingRoles: [role],
  };
};

const goneFrom = (participant: object, version: number): object => ({
  ...participant,
  version,
  state: 'inactive',
  endpoints: {},
});

/** That somebody has left, whatever else has come to pass. */
export const leaving = (id: string): object => ({
  participants: { [id]: { details: { id }, state: 'inactive', endpoints: {} } },
  type: 'Delta',
});

/** As the page's own call has them. */
export const callPeople = (members: readonly RosterMember[]): object[] =>
  members
    .filter(({ isWaiting }) => !isWaiting)
    .map(({ member }) => ({
      id: member.id,
      displayName: member.name,
      meetingRole: member.isHost ? 'organizer' : 'presenter',
      endpoints: { endpointDetails: [{ endpointId: guid(member.number, 4), mediaStreams: streamsOf(member) }] },
    }));

/** What a page has been told of the roster; each change is told once, as a delta. */
export const createRoster = () => {
  let known = new Map<string, { readonly told: object; readonly text: string }>();
  let sequenceNumber = 0;

  return {
    /** Undefined where nothing has changed. */
    changes(members: readonly RosterMember[]): object | undefined {
      const now = new Map(
        members.map((one) => {
          const text = JSON.stringify(participantOf(one, 0));
          return [one.member.id, { told: participantOf(one, sequenceNumber + 1), text }] as const;
        }),
      );
      const changed = [...now].filter(([id, { text }]) => known.get(id)?.text !== text);
      const gone = [...known].filter(([id]) => !now.has(id));
      known = now;
      if (changed.length + gone.length === 0) return undefined;
      sequenceNumber += 1;
      return {
        participants: Object.fromEntries([
          ...changed.map(([id, { told }]) => [id, told]),
          ...gone.map(([id, { told }]) => [id, goneFrom(told, sequenceNumber)]),
        ]),
        type: 'Delta',
        sequenceNumber,
        participantCounts: {
          totalParticipants: members.length,
          lobbyParticipants: members.filter(({ isWaiting }) => isWaiting).length,
        },
      };
    },
  };
};

const api = 'https://api.flightproxy.teams.microsoft.com/api/v2/ep/conv-frce-03-prod-aks.conv.skype.com/conv';
export const conversationUrl = (code: string): string => `${api}/${code}?i=10-128-14-251&e=638979763943068167`;

/** Where a page asks first, which names no conversation yet. */
export const startUrl = 'https://api.flightproxy.teams.microsoft.com/api/v2/epconv';

/** The answer to the page that joins. */
export const joinAnswer = (code: string, roster: object): object => ({
  roster,
  conversationController: conversationUrl(code),
  sequenceNumber: 1,
  subject: 'Quarterly figures',
  state: { isMultiParty: true, groupCallInitiator: null, isBroadcast: false, isMeetingActivated: true },
  links: { leave: conversationUrl(`${code}/leave`) },
});

const packed = (value: object): string => deflateRawSync(JSON.stringify(value)).toString('base64');

export interface FrameOf {
  readonly id: number;
  readonly call: number;
}

export interface End {
  readonly code: number;
  readonly subCode?: number;
  readonly phrase: string;
  /** Who has ended it for the page, where it was somebody. */
  readonly sender?: Pick<Member, 'id' | 'name'> | undefined;
}

/** A frame of the call socket, for whichever of the page's calls it is. Bodies are packed, or plain JSON; of ends both were seen. */
const frame = ({ id, call }: FrameOf, what: string, body: string): string =>
  `3:::${JSON.stringify({
    id,
    method: 'POST',
    url: `/callAgent/${guid(call, 7)}/df617e97/conversation/${what}/`,
    headers: { 'Content-Type': 'application/json', 'X-Microsoft-Skype-Chain-ID': guid(id, 8) },
    body,
  })}`;

/** What is pushed of the conversation. */
export const conversationFrame = (of: FrameOf, what: string, told: object): string => frame(of, what, packed(told));

export const rosterFrame = (of: FrameOf, roster: object): string => conversationFrame(of, 'rosterUpdate', roster);

export const endFrame = (of: FrameOf, { code, subCode, phrase, sender }: End): string => {
  const end = {
    conversationEnd: {
      code,
      ...(subCode !== undefined && { subCode }),
      phrase,
      ...(sender && { sender: { id: sender.id, displayName: sender.name } }),
    },
  };
  return frame(of, 'conversationEnd', sender ? packed(end) : JSON.stringify(end));
};

/** What the socket says first. */
export const greetings: readonly string[] = ['1::', '5:1::{"name":"trouter.connected","args":[{"ttl":"583500"}]}'];

/** Messages of the channel have a few bytes before their JSON. */
const head = Buffer.from([0x00, 0x02, 0x01, 0x00, 0x00, 0x00, 0x00, 0x10]);
const channelMessage = (value: object): Uint8Array => Buffer.concat([head, Buffer.from(JSON.stringify(value))]);

/** Who was heard, by the numbers of their sound, the newest first. */
export const dominantSpeakers = (history: readonly number[]): Uint8Array => channelMessage([{ history, type: 'dsh' }]);

const ticksOf = (ms: number): number => (ms / 1_000 + since1900Seconds) * 10_000_000;

/** `name`: of whoever speaks, who may be one of several that a room's device tells apart. */
export const recognition = (
  { id, from, version, text, isFinal, start_ms, duration_ms }: Caption,
  name: string,
): Uint8Array =>
  channelMessage({
    recognitionResults: [
      {
        id: `${id}/${version}`,
        userId: from,
        displayName: name,
        text,
        isFinal,
        timestampAudioSent: ticksOf(start_ms),
        duration: duration_ms * 10_000,
        confidence: 0.9,
        language: 'en-us',
      },
    ],
  });

/** What the page asks for: somebody's pictures on one of its streams, or none any more. */
export const sourceRequest = (sequenceNumber: number, sourceId: number, streamMsid: number): Uint8Array =>
  channelMessage([
    {
      type: 'sr',
      controlVideoStreaming: {
        sequenceNumber,
        controlInfo: { sourceId, streamMsid, fmtParams: [{ 'max-fs': 3_600, 'max-fps': 3_000 }] },
      },
    },
  ]);

/** What a page has asked for, by what it sent; undefined for what is no such request. */
export const requestIn = (message: Buffer): { readonly sourceId: number; readonly streamMsid: number } | undefined => {
  const from = message.indexOf('[');
  if (from < 0) return undefined;
  const [item] = JSON.parse(message.subarray(from).toString()) as {
    readonly controlVideoStreaming?: {
      readonly controlInfo: { readonly sourceId: number; readonly streamMsid: number };
    };
  }[];
  return item?.controlVideoStreaming?.controlInfo;
};

export const htmlOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;') || '&nbsp;'}</p>`)
    .join('');

/** What the page's worker tells of a message that was written or changed. */
export const chatEvent = ({ id, from, text, at_ms }: Message, number: number, name: string): object => ({
  data: {
    chatServiceBatchEvent: [
      {
        message: {
          id: String(number),
          clientMessageId: id,
          from,
          imDisplayName: name,
          messageType: 'RichText/Html',
          originalArrivalTime: new Date(at_ms).toISOString(),
          content: htmlOf(text),
        },
      },
    ],
  },
});
