/** What Teams' services tell the page of somebody who is in the meeting, and what the page asks of them. */
import type { Guest } from '../guest.ts';
import type { MediaServer } from '../media/media-server.ts';
import type { Caption } from '../meeting.ts';
import { createBadLine } from '../quirks.ts';
import type { CallLine } from './call-lines.ts';
import { elsewhereFrame, messageFrame, threadFrame, threadOf, typingFrame } from './messaging.ts';
import { createMix } from './mix.ts';
import { createPictureStreams } from './picture-streams.ts';
import type { TeamsMeeting } from './teams-meeting.ts';
import {
  callPeople,
  chatEvent,
  type createRoster,
  dominantSpeakers,
  recognition,
  requestIn,
  rosterFrame,
  sourceRequest,
  sourcesOf,
} from './wire.ts';

export const mainChannel = 'main-channel';
const mostSpeakers = 5;

export interface FeedOptions {
  readonly meeting: TeamsMeeting;
  readonly line: CallLine;
  /** What the page has been told of people before. */
  readonly roster: ReturnType<typeof createRoster>;
  readonly onHeard: (id: string) => void;
  readonly onCaption: (caption: Caption) => void;
}

/** Keeps a page told of what changes; answers how to cease. */
export const keepTold = (
  guest: Guest,
  media: MediaServer,
  { meeting, line, roster, onHeard, onCaption }: FeedOptions,
): (() => void) => {
  const { visit } = guest;
  const opened = media.channel(mainChannel);
  const thread = threadOf(meeting.url);
  const badLine = createBadLine(visit.quirks.wire, visit.chance);
  let history: number[] = [];
  let requests = 0;

  const send = (message: Uint8Array): void => {
    for (const one of badLine(message))
      void opened.then(async (channel) => {
        await channel.open;
        channel.send(one);
      });
  };

  const streams = createPictureStreams((stream, source) => {
    requests += 1;
    const base64 = Buffer.from(sourceRequest(requests, source, stream)).toString('base64');
    void opened.then(async (channel) => {
      await channel.open;
      visit.tell({ type: 'send', by: 'channel', to: mainChannel, base64 });
    });
  });
  void opened.then((channel) =>
    channel.onMessage((message) => {
      const request = requestIn(message);
      if (request) streams.asked(request.streamMsid, request.sourceId);
    }),
  );

  const tellPeople = (): void => {
    const changes = roster.changes(meeting.roster);
    if (meeting.toldBy === 'call' && !meeting.keepsToItself)
      visit.tell({ type: 'tell', value: { type: 'people', participants: callPeople(meeting.roster) } });
    if (changes) line.say((of) => rosterFrame(of, changes));
    streams.choose(meeting.members);
    guest.redraw();
  };

  const mix = createMix(media.sound, {
    sourceOf(speaker) {
      const member = meeting.member(speaker);
      return member && sourcesOf(member).audio;
    },
    onSpeaker(source) {
      history = [source, ...history.filter((one) => one !== source)].slice(0, mostSpeakers);
      send(dominantSpeakers(history));
      const member = meeting.members.find((one) => sourcesOf(one).audio === source);
      if (member) onHeard(member.id);
      guest.redraw();
    },
  });
  const unheard = meeting.talk.listen(mix);
  const untold = meeting.listen({
    people: tellPeople,
    message(message) {
      guest.redraw();
      if (meeting.keepsToItself) return;
      const [number, name] = [meeting.numberOf(message), meeting.nameOf(message.from)];
      if (meeting.chatBy === 'socket') {
        const told = { thread, number, name };
        line.say((of) => typingFrame(of, message.from, told));
        line.say((of) => elsewhereFrame(of, message, told));
        line.say((of) => messageFrame(of, message, told));
        return;
      }
      const response = chatEvent(message, number, name);
      visit.tell({ type: 'tell', value: { type: 'answer', response } });
    },
    caption(caption) {
      if (!guest.open.has('captions')) return;
      send(recognition(caption, meeting.nameOf(caption.from)));
      onCaption(caption);
      guest.redraw();
    },
    pictures(all) {
      for (const { member, kind, picture } of all) {
        const { screen, video } = sourcesOf(member);
        const stream = streams.bringing(kind === 'screen' ? screen : video);
        media.pictures.find((one) => one.stream === stream)?.send(picture, Date.now() % 2 ** 31);
      }
    },
  });
  tellPeople();
  if (meeting.chatBy === 'socket') line.say((of) => threadFrame(of, thread));
  return () => {
    unheard();
    untold();
  };
};
