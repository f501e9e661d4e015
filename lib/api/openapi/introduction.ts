/** What the document says before the first route. */
import { plainNames } from '../../domain/access/plain-names.ts';
import { mostNamed } from '../parse.ts';
import { problemCodeNames, problemCodes } from '../problem.ts';
import { problemDocs } from './problem-docs.ts';

/** Where the document says that the service is, unless whoever serves it knows better. */
export const defaultServer = 'http://127.0.0.1:8080';
/** The meeting of the examples, unless whoever serves it has one that a bot can be sent to at once. */
export const defaultMeeting = 'https://meet.google.com/abc-defg-hij';

const codes = problemCodeNames
  .map((code) => `| ${problemCodes[code]} | \`${code}\` | ${problemDocs[code].meaning} |`)
  .join('\n');

const rows = Object.entries(plainNames).map(([neutral, plain]) => `| \`${neutral}\` | \`${plain}\` |`);

/** What is called how, for docs/api.md too. */
export const namesTable = ['| neutral | plain |', '|---|---|', ...rows].join('\n');

export const introduction = `Bots that join online meetings, record and transcribe them, and tell your systems what happened.

## Start

\`\`\`sh
export BASE_URL=${defaultServer}
export API_KEY=…   # \`npm start\` prints one; your operator makes them with \`npm run admin\`
export BOT_ID=…    # the id of a bot that you have made; CALENDAR_ID, CALENDAR_EVENT_ID and APP_SESSION_ID likewise
\`\`\`

Every request carries the header \`Authorization: Token <API key>\`. Every operation below has a curl line that can be pasted after
these; with **Authorize** you can also try them on this page.

A whole life: create a bot; poll it, or wait for its webhook, until its \`state\` is \`ended\`; then fetch transcript and recording.

## Lists

\`{"next", "previous", "results"}\`, 25 to a page. \`next\` and \`previous\` are whole URLs: follow them until \`next\` is null.

## Times

Send ISO 8601 with a time zone; answers are in UTC. Names that end in \`_ms\` are Unix time, or lengths, in milliseconds, as integers; \`timestamp_ms\` of chat messages is a string.

## Addresses

Addresses of yours (webhooks, films, websites of voice agents, servers for sound) are https, or wss, on the public internet; a service on one machine takes
those of its own machine too, over plain http and on any port, unless it has a public address itself.

## Errors

Every refusal is \`application/problem+json\`: \`detail\` says what to change, \`code\` is a stable word for your program, and \`errors\`
names the fields; of fields that are not known, the first ${mostNamed} of an object are named and the others counted.

| status | code | meaning |
|---|---|---|
${codes}

## Names

Providers and platforms are called by neutral names here. Requests may use the plain ones in their place, each thing by one of its names; a project that is
made with \`--names plain\` is also answered in them, and told of what happens.

${namesTable}
`;
