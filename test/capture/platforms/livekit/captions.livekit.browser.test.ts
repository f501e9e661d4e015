/** Against LiveKit's own server, which says who is an agent, and in whose name what is written comes: see test/servers/livekit. */
import { expect, it } from 'vitest';
import { createPeopleSeen } from '../../../../lib/capture/session/people/people-seen.ts';
import { createCaptionReader } from '../../../../lib/capture/session/speech/captions.ts';
import { createTranscribedTime } from '../../../../lib/capture/session/speech/transcribed-time.ts';
import type { Utterance } from '../../../../lib/domain/captured/captured.ts';
import { until } from '../../../lab/until.ts';
import { agentOf } from '../../../servers/livekit/agent.ts';
import { goWithout, liveKitPrograms } from '../../../servers/livekit/install.ts';
import { openLiveKitWorld } from './livekit-world.ts';

const programs = await liveKitPrograms();

it.skipIf(goWithout(programs))(
  'what agents in a LiveKit meeting write down is told under the names of those who say it, and of nobody else’s writing',
  async () => {
    if ('missing' in programs) throw new Error(programs.missing);
    await using world = await openLiveKitWorld(programs);
    const room = world.newRoom();
    const [ada, ben] = [await world.enter(room, 'ada', { microphone: true }), await world.enter(room, 'ben')];
    const [newer, older] = [await world.enterAgent(room, 'newer'), await world.enterAgent(room, 'older')];
    const { meeting } = await world.openPage(world.server.roomUrl(room));
    await meeting.load();
    await meeting.prepare('Notes');
    await meeting.join();
    const view = await until(
      () => meeting.look(),
      ({ phase, participants }) => phase === 'in_meeting' && participants.length === 5,
    );
    const programsIn = view.participants.filter(({ is_program }) => is_program).map(({ name }) => name);
    expect(programsIn.toSorted()).toEqual(['newer', 'older']);

    const fire = { of: ada.identity, text: 'Fire!', segment: 'SG_0', isFinal: true };
    await agentOf(ben).write(fire);
    await agentOf(ben).writePacket(fire);
    await agentOf(older).writePacket({ of: ben.identity, text: 'Good evening.', segment: 'SG_1', isFinal: true });
    await agentOf(newer).write({ of: ada.identity, text: 'Good', segment: 'SG_2', isFinal: false });
    await agentOf(newer).writePacket({ of: ada.identity, text: 'Good', segment: 'SG_3', isFinal: false });
    await agentOf(newer).write({ of: ada.identity, text: 'Good morning.', segment: 'SG_2', isFinal: true });
    await agentOf(newer).writePacket({ of: ada.identity, text: 'Good morning.', segment: 'SG_3', isFinal: true });
    const adas = (await world.server.members(room)).find(({ identity }) => identity === ada.identity);
    await agentOf(newer).stream(['And how are you?'], adas?.tracks?.[0]?.sid);
    await agentOf(newer).stream(['I ', 'am ', 'well.']);

    const time = createTranscribedTime();
    time.note(true, 0);
    const reader = createCaptionReader(createPeopleSeen(), time);
    const transcript: Utterance[] = [];
    const look = async () => {
      transcript.push(...reader.read((await meeting.look()).captions, Date.now()));
      return transcript;
    };
    await until(look, ({ length }) => length >= 4);
    await agentOf(older).writePacket({ of: ben.identity, text: 'That is all.', segment: 'SG_4', isFinal: true });
    await until(look, ({ length }) => length >= 5);
    const told = transcript.map(
      ({ speaker_uuid, speaker_name, transcription: { transcript: text } }) =>
        `${speaker_uuid} ${speaker_name}: ${text}`,
    );
    expect(told.toSorted()).toEqual(
      [
        `${ada.identity} ada: And how are you?`,
        `${ada.identity} ada: Good morning.`,
        `${ben.identity} ben: Good evening.`,
        `${ben.identity} ben: That is all.`,
        `${newer.identity} newer: I am well.`,
      ].toSorted(),
    );
  },
);

it.skipIf(goWithout(programs))(
  'what somebody sends is told who has just come into a LiveKit meeting, before its server has told of them',
  async () => {
    if ('missing' in programs) throw new Error(programs.missing);
    await using world = await openLiveKitWorld(programs);
    const room = world.newRoom();
    const ada = await world.enter(room, 'ada');
    const { meeting } = await world.openPage(world.server.roomUrl(room));
    await meeting.load();
    await meeting.prepare('Notes');
    await meeting.join();
    await until(
      () => meeting.look(),
      ({ phase }) => phase === 'in_meeting',
    );
    // Of those who send no track the server tells every three seconds: of who comes right behind such a moment, a while later.
    await world.enter(room, 'ben');
    await until(
      () => meeting.look(),
      ({ participants }) => participants.length === 3,
    );
    const agent = await world.enterAgent(room, 'agent');
    await agent.writeAs('1', 'I write this down.');
    await agentOf(agent).write({ of: ada.identity, text: 'Good morning.', segment: 'SG_1', isFinal: true });
    await agentOf(agent).stream(['I ', 'am ', 'well.']);
    const { captions, messages } = await until(
      () => meeting.look(),
      ({ captions, messages }) => captions.filter(({ is_final }) => is_final).length === 2 && messages.length === 1,
    );
    expect(captions.map(({ speaker_name, text }) => `${speaker_name}: ${text}`).toSorted()).toEqual([
      'ada: Good morning.',
      'agent: I am well.',
    ]);
    expect(messages.map(({ sender_name, text }) => `${sender_name}: ${text}`)).toEqual(['agent: I write this down.']);
  },
);
