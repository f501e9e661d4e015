/** Reads Teams' page, and what it exchanges with its servers. A program's entry point. */
import type { FactsView, ParticipantView } from '../../../meeting/view.ts';
import { installHooks } from '../../../programs/page/install.ts';
import type { PlatformPage, ReceivedTrack, TrackOwner } from '../../../programs/page/platform-page.ts';
import type { HookNames } from '../../../programs/protocol/page.ts';
import type { PageFacts, WireFact } from '../../judging/facts.ts';
import { createConnections } from '../../judging/page/open-connections.ts';
import { pageFacts } from '../../judging/page/page-facts.ts';
import { isVisible } from '../../page/is-visible.ts';
import { createOwnName } from '../../page/own-name.ts';
import { putHandle } from '../../page/put-handle.ts';
import { shownOf } from '../../page/shown.ts';
import { fieldsOf, jsonIn, objectOf } from '../../page/told-json.ts';
import { handleName } from '../handle.ts';
import { selectors } from '../selectors.ts';
import { signs } from '../signs.ts';
import { createCallCaptions } from './call/call-captions.ts';
import { createCallSocket } from './call/call-socket.ts';
import { channelNews } from './call/channel.ts';
import { createEnds } from './call/end.ts';
import { hasBar, showsCall } from './call/inside.ts';
import { wayOn } from './call/launcher.ts';
import { createMix } from './call/mix.ts';
import { type CallHolder, ownIdIn } from './call/page-call.ts';
import { createPictures } from './call/pictures.ts';
import { callOf, contentOf, type Pushed } from './call/socket.ts';
import { createUnread } from './call/unread.ts';
import { createTeamsCaptions } from './captions.ts';
import { createTeamsChat } from './chat/chat.ts';
import { createChatPanel } from './chat/chat-panel.ts';
import { threadIn } from './chat/chat-wire.ts';
import { rowsIn } from './chat/rows.ts';
import { callPeopleIn, createCallSources } from './people/call-people.ts';
import { lastingIdOf } from './people/ids.ts';
import { createOwn } from './people/own.ts';
import { createTeamsRoster, type TeamsMember } from './people/roster.ts';

const pressAgainMs = 3_000;

let pressed_ms = Number.NEGATIVE_INFINITY;

const pageOwn = globalThis as CallHolder;
const ownName = createOwnName();
const roster = createTeamsRoster(createCallSources(pageOwn, () => performance.now()));
const findOwn = createOwn();
const own = (): TeamsMember | undefined => findOwn(roster.members, ownName.value, ownIdIn(pageOwn));
const captions = createTeamsCaptions((id) => roster.recall(id)?.name);
const chat = createTeamsChat(roster.find, (name) => roster.named(name, own()?.id));
const chatPanel = createChatPanel(() => performance.now());
const isShown = (): boolean => showsCall(document, () => own() !== undefined);
const ends = createEnds(() => performance.now(), isShown);
const callSocket = createCallSocket();
const unread = createUnread();
const connections = createConnections('teams.peer_connections');
const pictures = createPictures();
const mix = createMix(roster, () => own()?.id);

const sends = ({ sources }: TeamsMember, wanted: string): boolean =>
  sources.some(({ kind, isSending }) => kind === wanted && isSending);

const viewOf = (member: TeamsMember, own_id: string | undefined): ParticipantView => ({
  id: member.id,
  user_uuid: lastingIdOf(member.id),
  name: member.name,
  is_host: member.isHost,
  is_self: member.id === own_id,
  has_camera: sends(member, 'camera'),
  is_sharing: sends(member, 'screen'),
  joined_at_ms: null,
});

const people = (): Pick<FactsView<PageFacts>, 'participants' | 'untold'> => {
  const own_id = own()?.id;
  const { participants, untold } = shownOf(roster.members, ({ id }) => id === own_id);
  return { participants: participants.map((member) => viewOf(member, own_id)), untold: roster.untold + untold };
};

/** The page that offers the maker's app first is passed by as guests pass it. */
const passLauncher = (): void => {
  if (performance.now() - pressed_ms < pressAgainMs) return;
  const way = wayOn(document, isVisible);
  if (!way) return;
  pressed_ms = performance.now();
  way.click();
};

const pressChat = (): boolean => {
  const button = document.querySelector<HTMLElement>(selectors.bar.chat);
  button?.click();
  return button !== null;
};

let came_ms: number | undefined;

const lookInside = (): void => {
  // There is a way out of the lobby too, but no chat.
  if (document.querySelector(`${selectors.bar.chat}, ${selectors.chat.list}`)) came_ms ??= Date.now();
  const { list, opening } = selectors.chat;
  chatPanel.keep(document.querySelector(`${list}, ${opening}`) !== null, pressChat);
  if (came_ms !== undefined) chat.look(rowsIn(document, own, roster.called), came_ms);
};
/** A form that has the name already, as that of a page which takes the place of another, is not typed into. */
const readForm = (): void => {
  const field = document.querySelector<HTMLInputElement>(selectors.form.name);
  if (field) ownName.hear(field.value);
};
/** Without a bar in the page, the servers have told of no end. */
const isInside = (): boolean => hasBar(document) || (isShown() && ends.facts.length === 0);

/** The servers, and not the page's own call alone, know the bot among the people, or did. */
let wasInside = false;

const lookIntoCall = (): void => {
  const own_id = ownIdIn(pageOwn);
  roster.noteCallPeople(roster.lacksPeople ? callPeopleIn(pageOwn).filter(({ id }) => id !== own_id) : []);
};

const facts = (): WireFact[] => {
  const isListed = own() !== undefined;
  wasInside ||= isListed;
  return [
    ...(wasInside ? [{ kind: 'teams.inside' }] : []),
    ...(isListed ? [{ kind: 'teams.listed' }] : []),
    ...connections.facts,
    ...ends.facts,
    ...callSocket.facts,
    ...unread.facts,
  ];
};

const read = (): FactsView<PageFacts> => {
  const isIn = isInside();
  if (isIn) {
    lookIntoCall();
    lookInside();
  } else {
    chatPanel.outside();
    readForm();
    passLauncher();
  }
  return {
    facts: pageFacts(signs, facts()),
    recording: 'allowed',
    breakout: { state: 'none', room_name: null },
    ...(isIn ? people() : { participants: [] }),
    captions: [...captions.captions],
    messages: [...chat.messages],
  };
};

const ownerOf = (received: ReceivedTrack): TrackOwner | undefined => {
  connections.see(received.connection);
  if (received.track.kind === 'audio') return mix.ownerOf(received);
  const source = pictures.sourceOf(received);
  const owner = source === undefined ? undefined : roster.ownerOf(source);
  if (!owner || owner.kind === 'voice' || owner.member.id === own()?.id) return undefined;
  return { participant_id: owner.member.id, kind: owner.kind };
};

const hearPushed = async (pushed: Pushed): Promise<void> => {
  const path = pushed.url.replace(/\/$/, '');
  const call = callOf(pushed.url);
  ends.hears(call);
  if (path.endsWith('rosterUpdate')) {
    ends.goesOn(call);
    roster.hear(await contentOf(pushed.body), call);
  } else if (path.endsWith('conversation/conversationEnd')) ends.ended(await contentOf(pushed.body), call);
  else if (/\/call\/(?:end|rejection)$/.test(path)) ends.ended(await contentOf(pushed.body), call, 'call');
  else if (path.endsWith('conversationUpdate')) {
    const thread = threadIn(await contentOf(pushed.body));
    if (thread !== undefined) chat.isOf(thread);
  } else if (/messag/i.test(path) || pushed.body.includes('chatServiceBatchEvent'))
    chat.hear(await contentOf(pushed.body), came_ms);
  else unread.hear(path);
};

/** Its chat comes to a page by a worker, which answers in GraphQL (two projects that looked at real pages in 2026). */
const hearWorker = (told: unknown): void => {
  const { data } = fieldsOf(objectOf(told)?.response);
  if (data !== undefined) chat.hear(data, came_ms);
};

const hearChannel = (from: 'page' | 'other', bytes: Uint8Array): void => {
  const news = channelNews(bytes);
  if (!news) return;
  // Which pictures it wants is the page's to say, who speaks and what is said is the servers'.
  if (from === 'page') for (const wish of news.wishes) pictures.wish(wish);
  else {
    callSocket.heard();
    if (news.speakers) mix.history(news.speakers);
    const ahead_ms = Date.now() - performance.now();
    for (const caption of news.captions) {
      const user_id = roster.recall(caption.user_id)?.id ?? caption.user_id;
      mix.said(user_id, captions.hear({ ...caption, user_id }) - ahead_ms);
    }
  }
};

/**
 * Where it asks to take part: at `epconv`, or for personal meetings `cpconv`, whose answer tells two public clients who is there,
 * and then at the conversation itself.
 */
const conversations = /\/(?:[ec]p)?conv(?:\/|$)/;

/** Of the calls, not of everything that the page keeps open. */
const isCallSocket = (url: string): boolean => new URL(url).hostname.includes('trouter');

const platform: PlatformPage = {
  clientFrame: selectors.client,
  // Bots that hear its light client all have something to play by, and leave to use devices (MB#68, att, vexa).
  findsSpeaker: true,
  read,
  ownerOf,
  repeats: mix.repeats,
  speakerOf: (_, moment) => mix.speakerOf(moment),
  certainAfterMs: mix.certainAfterMs,
  speakersAreTold: true,
  taps: {
    sockets(url, whenClosed) {
      if (!isCallSocket(url)) return undefined;
      const socket = callSocket.opened(url);
      whenClosed(socket.closed);
      return ({ from, bytes }) => {
        const pushed = from === 'other' ? socket.hear(bytes) : undefined;
        return pushed && hearPushed(pushed);
      };
    },
    channels: ({ label }) => (label === 'main-channel' ? ({ from, bytes }) => hearChannel(from, bytes) : undefined),
    workers: hearWorker,
    // Late comers are told changes only; who was there before is in the answer to one of the page's first requests.
    responses({ url }) {
      if (!conversations.test(new URL(url).pathname)) return undefined;
      const asked_at = roster.moment;
      return ({ bytes }) => {
        callSocket.heard();
        if (roster.answered(jsonIn(bytes), ownName.value, asked_at)) captions.broken();
      };
    },
  },
};

/** The form is gone as soon as the bot has pressed the button. */
const hearName = ({ target }: Event): void => {
  if (target instanceof HTMLInputElement && target.matches(selectors.form.name)) ownName.hear(target.value);
};

const hearDescriptions = (): void => {
  const described: (description: RTCSessionDescriptionInit) => Promise<void> =
    RTCPeerConnection.prototype.setRemoteDescription;
  RTCPeerConnection.prototype.setRemoteDescription = function (
    this: RTCPeerConnection,
    ...input: [RTCSessionDescriptionInit]
  ) {
    pictures.described(this, input[0]?.sdp ?? '');
    return described.apply(this, input);
  };
};

export const install = (names: HookNames): void => {
  hearDescriptions();
  document.addEventListener('input', hearName, true);
  const handle = createCallCaptions(pageOwn);
  putHandle(handleName, handle);
  installHooks(names, platform);
};
