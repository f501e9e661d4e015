/**
 * Receives the webhooks of your bots: checks the signature of each, answers at once, and works on each event once.
 *
 *   npm install standardwebhooks
 *   WEBHOOK_SECRET=whsec_… PORT=9000 node receiver.ts
 *
 * Node 22.18 or newer runs it as it stands. Put it behind whatever gives your other services TLS and a limit on sizes.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

type Event = { readonly idempotency_key: string; readonly bot_id: string } & (
  | { readonly trigger: 'bot.state_change'; readonly data: { new_state: string; event_sub_type: string | null } }
  | {
      readonly trigger: 'transcript.update';
      readonly data: { speaker_name: string; transcription: { transcript: string } };
    }
);

const stop: (why: string) => never = (why) => {
  console.error(why);
  process.exit(1);
};

const { WEBHOOK_SECRET, PORT = '9000' } = process.env;
if (!WEBHOOK_SECRET || !/^(whsec_)?[A-Za-z0-9+/]+=*$/.test(WEBHOOK_SECRET)) {
  stop('set WEBHOOK_SECRET to the secret that signs your webhooks: whsec_…');
}
const webhook = new Webhook(WEBHOOK_SECRET);

const refused =
  "refused: the signature does not verify: is WEBHOOK_SECRET that of the subscription, or the project's for webhooks of a bot's own?";

/** In production a column with a unique index in your database, whose rows are kept for two days. */
const seen = new Set<string>();

const handle = ({ bot_id, ...event }: Event): void => {
  if (event.trigger === 'bot.state_change') {
    const { new_state, event_sub_type } = event.data;
    console.log(`${bot_id} is ${new_state}${event_sub_type ? ` (${event_sub_type})` : ''}`);
  } else if (event.trigger === 'transcript.update') {
    console.log(`${bot_id} ${event.data.speaker_name}: ${event.data.transcription.transcript}`);
  }
};

/** @throws when the request is not signed with our secret, or was signed more than five minutes ago */
const verified = async (request: IncomingMessage): Promise<Event> =>
  // The bytes as they came: what is parsed and written anew has another signature.
  webhook.verify(await buffer(request), request.headers as Record<string, string>) as Event;

const server = createServer((request, response) => {
  verified(request).then(
    (event) => {
      // The answer first, the work afterwards: whoever waits longer than 15 seconds sends it again.
      response.writeHead(204).end();
      if (seen.has(event.idempotency_key)) return;
      seen.add(event.idempotency_key);
      handle(event);
    },
    () => {
      response.writeHead(401).end();
      console.error(refused);
    },
  );
});
server.listen(Number(PORT), () => console.log(`listening on port ${(server.address() as AddressInfo).port}`));
