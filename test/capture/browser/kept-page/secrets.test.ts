/** What is kept of a page, of a visit whose people were seen, wrote and spoke, and have gone when it is kept. */
import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { factsOf } from '../../../../bin/judge/verdict.ts';
import { meetingIn } from '../../../../lib/capture/browser/browser-meeting.ts';
import type { MeetingPage, PageReading } from '../../../../lib/capture/browser/meeting-page.ts';
import { signs as googleMeet } from '../../../../lib/capture/platforms/google-meet/signs.ts';
import { adapters } from '../../../../lib/capture/platforms/index.ts';
import { aParticipant, aView } from '../../../lab/builders/meeting-views.ts';
import { aStillPage } from '../../../lab/doubles/still-page.ts';

const url = 'https://meet.google.com/abc-defg-hij?pwd=passcode-7781#token=tok-9917';
const signed = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln';
const secrets = [
  'passcode-7781',
  'tok-9917',
  'typed-secret-1',
  'typed-secret-2',
  'typed-secret-3',
  'Ada Lovelace',
  'Ben Okri',
  'Notes for Ada',
  'said in chat',
  'said in a caption',
  'ada@example.com',
  'ben.okri@mail.example.org',
  signed,
  'AKIAIOSFODNN7EXAMPLE9Q2',
  'inline-script-secret',
  'style-secret',
  'data-url-secret',
  'href-token-55',
  'person-id-ada',
  'alt-secret-of-a-tile',
];
/** Whatever of it a page may say in words. */
const said = [...secrets.slice(5, 14), ...secrets.slice(0, 2)];
const html = `<title>Tea with Ada Lovelace</title><h1>Waiting, Notes for Ada</h1>
  ${said.map((secret) => `<p>Your meeting ended, ${secret}</p>`).join('')}
  <div data-message-id="1"><p>said in chat</p></div>
  <input value="typed-secret-1"><textarea>typed-secret-2</textarea><div contenteditable="true">typed-secret-3</div>
  <script>const a = 'inline-script-secret'</script><style>.a { content: 'style-secret' }</style>
  <img src="data:text/plain,data-url-secret"><a href="/x?t=href-token-55">x</a><i data-jwt="${signed}"></i>
  <i data-key="AKIAIOSFODNN7EXAMPLE9Q2"></i><div data-participant-id="person-id-ada" aria-label="alt-secret-of-a-tile">Ada</div>
  <p>${url}</p>`;

const people = aView({ messages: [], captions: [] }, [aParticipant('Ada Lovelace'), aParticipant('Ben Okri')]);
const written = {
  id: 'm',
  sender_id: 'ada',
  sender_name: 'Ada Lovelace',
  to: 'everyone',
  timestamp_ms: 1,
  edited_at_ms: null,
  text: 'said in chat',
};
const spoken = {
  id: 'c',
  speaker_id: 'ben',
  speaker_name: 'Ben Okri',
  start_ms: 1,
  duration_ms: 1,
  is_final: true,
  text: 'said in a caption',
};

it('has none of twenty secrets in it: not in its frames, nor in what is told of it, nor to be seen in its picture', async () => {
  const { document } = new JSDOM(html, { url }).window;
  const wire = said.map((value) => ({ kind: 'meet.line', value }));
  const facts = { ...factsOf({ address: url, title: '', wire: [] }, [document], googleMeet), wire };
  const readings: PageReading[] = [
    { ...people, messages: [written], captions: [spoken], facts },
    { ...people, participants: [], facts },
  ];
  const asked: string[] = [];
  const page = {
    page: aStillPage(document, { png: 1_000 }, (script) => void asked.push(script)),
    load: () => Promise.reject(new Error(`${said.join(', ')} at ${url}`)),
    read: async () => readings.shift(),
  } as unknown as MeetingPage;
  const meeting = meetingIn(page, adapters.google_meet, { meeting_url: url });
  await meeting.load().catch(() => undefined);
  await meeting.look();
  await meeting.look();
  const { facts: told, files } = await meeting.evidence();
  const kept = [JSON.stringify(told), ...files.flatMap(({ name, bytes }) => (/html$/.test(name) ? String(bytes) : []))];
  expect(kept).toHaveLength(2);
  expect(secrets.map((secret) => [secret, kept.some((text) => text.includes(secret))])).toEqual(
    secrets.map((secret) => [secret, false]),
  );
  expect(told).toMatchObject({
    title: expect.stringMatching(/^Tea with NAME-/),
    wire: said.map(() => expect.anything()),
  });
  const covered = ['ada lovelace', 'ben okri', 'notes for ada', 'said in chat', 'said in a caption'];
  expect(covered.filter((words) => !asked[0]?.includes(JSON.stringify(words)))).toEqual([]);
});

it('has no name in it of whom the page names in front of the meeting', async () => {
  const inside = '<div><span>Hana Ono</span> and <span>Quentin Zebra</span> are in this call</div>';
  const { document } = new JSDOM(`<h1>Ready to join?</h1>${inside}<p>Quentin asked for you</p>`, { url }).window;
  const facts = factsOf({ address: url, title: '', wire: [] }, [document], googleMeet);
  const page = {
    page: aStillPage(document, {}),
    read: async () => ({ ...people, participants: [], facts }),
  } as unknown as MeetingPage;
  const meeting = meetingIn(page, adapters.google_meet, { meeting_url: url });
  await meeting.look();
  const { files } = await meeting.evidence();
  expect(files.map(({ bytes }) => String(bytes)).join('')).toContain(
    '<span>NAME-1</span> and <span>NAME-2</span> are in this call</div><p>NAME-2 asked for you</p>',
  );
});
