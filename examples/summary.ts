/**
 * Has a language model of your choice write the minutes of a meeting: decisions, tasks, open questions.
 *
 *   BASE_URL=http://127.0.0.1:8080 API_KEY=mb_… LLM_URL=http://127.0.0.1:11434/v1 LLM_MODEL=llama3.2 \
 *     npx node examples/summary.ts BOT_ID
 *
 * LLM_URL is the address of anything that speaks OpenAI's chat completions, up to where `/chat/completions` follows:
 * OpenAI itself (https://api.openai.com/v1), a gateway, or a server of your own, such as Ollama, vLLM or llama.cpp.
 * LLM_KEY is sent as bearer where it is set. Everything that was said in the meeting goes to that address.
 */
import { meetingBots } from '../lib/client/index.ts';

const stop: (why: string) => never = (why) => {
  console.error(why);
  process.exit(1);
};

const { BASE_URL, API_KEY, LLM_URL, LLM_MODEL, LLM_KEY } = process.env;
const [object_id] = process.argv.slice(2);
if (!BASE_URL || !API_KEY) stop('set BASE_URL and API_KEY: `npm start` prints both');
if (!LLM_URL || !LLM_MODEL) stop('set LLM_URL and LLM_MODEL: which model, and where it is asked');
if (!object_id) stop('usage: summary.ts BOT_ID');

const instructions = `You write the minutes of a meeting from its transcript, in the language of the meeting.
Three short lists: what was decided, who does what until when, what stayed open. Leave out what is empty, add nothing.`;

const said = await meetingBots(BASE_URL, API_KEY).getTranscript({ path: { object_id } });
if (said.length === 0) throw new Error(`nothing is written down of ${object_id} yet`);
const [{ timestamp_ms: start } = { timestamp_ms: 0 }] = said;
const transcript = said
  .filter(({ transcription }) => transcription.transcript)
  .map(({ timestamp_ms, speaker_name, transcription }) => {
    const at = new Date(timestamp_ms - start).toISOString().slice(11, 19);
    return `[${at}] ${speaker_name}: ${transcription.transcript}`;
  })
  .join('\n');

const answer = await fetch(`${LLM_URL.replace(/\/$/, '')}/chat/completions`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(LLM_KEY && { authorization: `Bearer ${LLM_KEY}` }) },
  body: JSON.stringify({
    model: LLM_MODEL,
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: transcript },
    ],
  }),
});
if (!answer.ok) throw new Error(`${LLM_URL} answers ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
const { choices } = (await answer.json()) as { choices: { message: { content: string | null } }[] };
const minutes = choices[0]?.message.content;
if (!minutes) throw new Error(`${LLM_MODEL} has answered nothing`);
console.log(minutes);
