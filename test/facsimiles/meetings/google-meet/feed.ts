/** What Google Meet's servers tell the page of somebody who is in the meeting. */
import type { Guest } from '../guest.ts';
import type { MediaServer } from '../media/media-server.ts';
import type { Caption, Member, Message } from '../meeting.ts';
import { createBadLine } from '../quirks.ts';
import { createLines } from './lines.ts';
import { sourceOf, usersOf } from './people.ts';
import { createPictureLines } from './picture-lines.ts';
import {
  captionMessage,
  collectionMessage,
  newerCaptionMessage,
  type Output,
  outputType,
  type Stream,
  streamMessage,
  type User,
  userStatus,
} from './wire.ts';

/** Those of which the page knows something else, or nothing. */
const news = <T extends object>(
  all: readonly T[],
  before: ReadonlyMap<string, string>,
  keyOf: (one: T) => string,
): [changed: T[], now: Map<string, string>] => {
  const now = new Map(all.map((one) => [keyOf(one), JSON.stringify(one)]));
  return [all.filter((one) => before.get(keyOf(one)) !== now.get(keyOf(one))), now];
};

/** Keeps a page told of what changes; answers how to cease. */
export const keepTold = (guest: Guest, media: MediaServer, onCaption: (caption: Caption) => void): (() => void) => {
  const { meeting, visit } = guest;
  const badLine = createBadLine(visit.quirks.wire, visit.chance);
  const badCaptions = createBadLine(visit.quirks.wire, visit.chance);
  const opened = media.channel('collections');
  const newer = visit.quirks.newerCaptions;
  const captions = media.channel(newer ? 'captions_v2' : 'captions');
  const streams = visit.quirks.streamsApart && media.channel('dcrpc');
  let number = 0;
  let known = new Map<string, string>();
  /** They are taken out with the next news; where there is a real meeting, after a minute and a half. */
  let left: readonly string[] = [];
  let knownOutputs = new Map<string, string>();
  const { taken, place } = createPictureLines();

  const send = (changes: Omit<Parameters<typeof collectionMessage>[0], 'number'>): void => {
    if (visit.quirks.untold) return;
    number += 1;
    for (const message of badLine(collectionMessage({ number, ...changes })))
      void opened.then(async (channel) => {
        await channel.open;
        channel.send(message);
      });
  };

  const outputs = (members: readonly Member[]): Output[] => {
    const sound = members.map((member) => ({
      type: outputType.sound,
      streamId: String(sourceOf(member)),
      deviceId: member.id,
      status: { disabled: false },
    }));
    const pictures = taken.flatMap((taker, line) =>
      taker
        ? {
            type: outputType.picture,
            streamId: media.pictures[line]?.stream ?? '',
            deviceId: taker.deviceId,
            status: { disabled: false },
          }
        : [],
    );
    // Whose camera is off keeps a row, as does whose picture has no line.
    const off = members
      .filter(({ id }) => !taken.some((taker) => taker?.deviceId === id))
      .map(({ id }) => ({ type: outputType.picture, streamId: '', deviceId: id, status: { disabled: true } }));
    return [...(streams ? [] : sound), ...pictures, ...off];
  };

  let announced = 0;
  const tellStreams = (channel: NonNullable<typeof captions>, members: readonly Member[]): void => {
    announced += 1;
    const list = members.map(
      (member): Stream => ({
        name: String(sourceOf(member)),
        deviceId: member.id,
        sources: { numbers: [sourceOf(member)] },
      }),
    );
    const message = streamMessage(announced, list);
    void channel.then((open) => open.send(message));
  };

  const tellPeople = (): void => {
    const { members } = meeting;
    place(members);
    const users = usersOf(members, guest.member?.id);
    const [changed, now] = news(users, known, ({ deviceId }) => deviceId);
    const gone = [...known.keys()]
      .filter((id) => !now.has(id))
      .map((deviceId): User => ({ ...(JSON.parse(known.get(deviceId) ?? '{}') as User), status: userStatus.left }));
    known = now;
    const [changedOutputs, nowOutputs] = news(
      outputs(members),
      knownOutputs,
      ({ type, deviceId }) => `${type} ${deviceId}`,
    );
    knownOutputs = nowOutputs;
    const removed = left.filter((id) => !now.has(id));
    if (removed.length > 0) send({ removed });
    left = gone.map(({ deviceId }) => deviceId);
    if (streams) tellStreams(streams, members);
    if (changed.length + gone.length + changedOutputs.length > 0)
      send({ users: [...changed, ...gone], outputs: changedOutputs });
    guest.redraw();
  };

  const tellMessage = ({ id, from, text }: Message): void => {
    // The moment that the page is told is not to be relied on.
    const isEchoed = from !== guest.member?.id || !visit.quirks.unechoed;
    if (isEchoed) send({ chats: [{ id, deviceId: from, timestamp: 1, content: { text } }] });
    if (!guest.open.has('chat')) guest.open.add('news');
    guest.redraw();
  };

  let toldCaptions = 0;
  const tellCaption = (caption: Caption): void => {
    if (!guest.open.has('captions')) return;
    const { id, from, version, isFinal, text } = caption;
    const said = { deviceId: from, captionId: Number(id), version, isFinal, text, language: 'en-US' } as const;
    const message = newer ? newerCaptionMessage(said) : captionMessage(said);
    toldCaptions += 1;
    const isTold =
      !visit.quirks.untold && toldCaptions <= (visit.quirks.captionsCeaseAfter ?? Number.POSITIVE_INFINITY);
    const messages = isTold ? badCaptions(message) : [];
    for (const message of messages) void captions.then((channel) => channel.send(message));
    onCaption(caption);
    guest.redraw();
  };

  const line = createLines(media.sound, (speaker) => {
    const member = meeting.member(speaker);
    return member && sourceOf(member);
  });
  const unheard = meeting.talk.listen(line);
  const untold = meeting.listen({
    people: tellPeople,
    message: ({ to, ...message }) => {
      if (to === 'everyone') tellMessage({ to, ...message });
    },
    caption: tellCaption,
    pictures(shown) {
      for (const { member, kind, picture } of shown) {
        const index = taken.findIndex((taker) => taker?.member === member.id && taker.kind === kind);
        media.pictures[index]?.send(picture, Date.now() % 2 ** 31);
      }
    },
  });
  tellPeople();
  return () => {
    unheard();
    untold();
  };
};
