/** A bot in its meeting: sent, watched, told what to do, called home. */
import type { FileServer } from '../../../lib/demo/file-server.ts';
import type { ScriptRun } from '../../../lib/demo-room/scripted/run-script.ts';
import type { Visit } from './visit.ts';

/** Of a script that two people play. */
const [witness, bot_name] = ['Maya Lindqvist', 'Scribe'];

export interface Attended {
  readonly meeting_url: string;
  readonly people: ScriptRun;
  /** A film, and the page of an agent. */
  readonly props: FileServer;
}

const sent = async ({ press, enter, says, until, page }: Visit, { meeting_url, props }: Attended): Promise<void> => {
  await press('Send a bot');
  await enter('Link to the meeting', 'https://example.com/x');
  await says('not a link to a meeting');
  await enter('Link to the meeting', meeting_url);
  await enter('Name of the bot', bot_name);
  await press('More settings: time, recording, picture, chat, language …');
  await enter('Website as its camera (voice agent)', props.url('agent.html'));
  await press('Send it now');
  await until('the bot', async () => page.url().includes('/bots/bot_'));
};

const shown = async ({ press, says, saysNoMore }: Visit, { props }: Attended): Promise<void> => {
  await press('Show something in the meeting');
  await says(`It shows ${props.url('agent.html')}`);
  await press('Turn it off');
  await saysNoMore('It shows');
};

/** Sends a bot, and stays with it until it has left. */
export const aMeetingIsAttended = async (visit: Visit, attended: Attended): Promise<void> => {
  const { step, press, says, shows, showsPicture } = visit;
  await step('a bot is sent, by a form that says what is no link', () => sent(visit, attended));
  await step('the meeting is seen', async () => {
    await says('Recording');
    await showsPicture();
  });
  attended.people.start();
  await step('who is there and what they say is read', async () => {
    await says(witness);
    await shows('.line', 2);
  });
  await step('the bot shows its website no more', () => shown(visit, attended));
  await step('it is called home, and its recording plays', async () => {
    await press('Leave');
    await visit.showsRecording();
    await visit.playsForAMoment();
  });
};
