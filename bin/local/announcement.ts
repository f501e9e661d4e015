/** What `npm start` says on the terminal. */
import { isIdOf } from '../../lib/domain/ids.ts';
import { isForOthers } from '../../lib/local-home/front-door/doors.ts';
import type { LocalService } from '../../lib/local-home/start-local.ts';
import type { EnteredState } from '../../lib/local-home/tell-states.ts';

export interface Asked {
  readonly data_dir: string;
  readonly with_company: boolean;
}

/** A word of a command, as a shell takes it whatever is in it. */
const asWord = (text: string): string => (/^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

const isPlainHttpForOthers = (base_url: string): boolean => base_url.startsWith('http:') && isForOthers(base_url);

const roomLines = ({ room_url, host_url }: LocalService): string =>
  room_url === undefined ? '' : `\n  Demo room        ${room_url}\n    as its host    ${host_url}`;

/** Where a bot may be sent for a try. */
const whereTo = ({ base_url, room_url }: LocalService, { with_company }: Asked): string => {
  if (room_url === undefined) return 'Send a bot to a meeting of yours; put its link in the place of this one';
  if (with_company) return 'Two scripted people wait in the demo room, and talk to whoever comes. Send a bot there';
  // A room that is not open to everybody has no company.
  const company = isForOthers(base_url) ? '' : ' (npm start -- --company has two scripted people wait there)';
  return `Open the demo room in a browser${company}, and send a bot`;
};

const tryIt = (service: LocalService, asked: Asked): string => {
  const { base_url, credentials_file, room_url, is_key_revoked } = service;
  const kept = is_key_revoked ? 'mb_…' : `$(node -p ${asWord(`require(${JSON.stringify(credentials_file)}).api_key`)})`;
  const api_key = service.api_key ?? kept;
  const link = room_url ?? 'https://meet.google.com/abc-defg-hij';
  return `${whereTo(service, asked)}:

  export BASE_URL=${base_url} API_KEY=${api_key}
  curl -X POST $BASE_URL/api/v1/bots -H "Authorization: Token $API_KEY" -H 'Content-Type: application/json' \\
    -d '{"meeting_url": "${link}", "bot_name": "Minutes Bot"}'
${room_url === undefined ? '' : '\nInto a meeting of your own it goes the same way: put its link there, and let the bot in when it asks.\n'}
With the id that this answers, see how it is doing, and what it brought home (the recording is there some seconds after the meeting):

  export BOT_ID=bot_…
  curl -H "Authorization: Token $API_KEY" $BASE_URL/api/v1/bots/$BOT_ID
  curl -H "Authorization: Token $API_KEY" $BASE_URL/api/v1/bots/$BOT_ID/transcript
  curl -H "Authorization: Token $API_KEY" $BASE_URL/api/v1/bots/$BOT_ID/recording
  curl -X POST -H "Authorization: Token $API_KEY" $BASE_URL/api/v1/bots/$BOT_ID/leave`;
};

/** A command for the project of this service. */
const adminOf = ({ project_id }: LocalService, { data_dir }: Asked, command: string): string =>
  `npm run admin -- --data ${asWord(data_dir)} ${command}${project_id === undefined ? '' : ` --project ${project_id}`}`;

/** The keys, or where they are: what is printed elsewhere than on a terminal is kept, and read by others. */
const keyLines = (service: LocalService, asked: Asked): string => {
  const { api_key, webhook_secret, credentials_file, is_key_revoked } = service;
  const revoked = `the first one was revoked; the dashboard (Settings) makes others, and so does
                   ${adminOf(service, asked, 'keys create NAME')}`;
  if (webhook_secret !== undefined) {
    return `  API key          ${is_key_revoked ? revoked : api_key}\n  Webhook secret   ${webhook_secret}`;
  }
  const where = `in ${credentials_file}: printed on a terminal, and when they are made`;
  return is_key_revoked
    ? `  API key          ${revoked}\n  Webhook secret   ${where}`
    : `  API key and webhook secret are ${where}.`;
};

const linkLine = ({ webhook_secret }: LocalService, invite: string): string =>
  webhook_secret === undefined
    ? `${invite} makes a link that signs in to the dashboard.`
    : `The link to the dashboard signs in whoever opens it first; ${invite} makes others.`;

/** Everything that somebody needs who has just started the service. */
export const announcement = (service: LocalService, asked: Asked): string => {
  const { base_url, dashboard_url, places, has_network } = service;
  const invite = adminOf(service, asked, 'dashboard invite NAME --role owner');
  const warning = isPlainHttpForOthers(base_url)
    ? `\n${base_url} is plain http: keys and recordings can be read by whoever is on the way. Put a proxy with TLS before it (docs/self-host.md).\n`
    : '';
  const webhooks = isForOthers(base_url)
    ? 'Webhooks go to https addresses on the public internet.'
    : 'Webhooks may go to this machine itself here (http://127.0.0.1:…), which a deployment to AWS refuses.';
  return `
Meeting bots are running on this machine: API, webhooks, executions and capture in one process, data in ${asked.data_dir}

  Dashboard        ${dashboard_url}

  Base URL         ${base_url}
${keyLines(service, asked)}
  API reference    ${base_url}/docs${roomLines(service)}
${warning}
There is room for ${places} ${places === 1 ? 'bot' : 'bots'} in meetings at a time; others wait for their turn. npm start -- --bots N sets another number.
${has_network ? '' : '\nThis machine is in no network but its own (ip address shows none): bots can join the demo room here, and no meeting elsewhere.\n'}
${linkLine(service, invite)}
${tryIt(service, asked)}

${webhooks} Each state that a bot enters is told below. Ctrl-C stops everything.
`;
};

interface AtWork {
  readonly id: string;
  readonly name: string;
}

const mostNamed = 3;

/** Bots that one service leaves in their meetings, and the next one finds there; nothing where there are none. */
const goOn = (bots: readonly AtWork[]): string | undefined => {
  if (bots.length === 0) return undefined;
  const named = bots.slice(0, mostNamed).map(({ id, name }) => `${name} (${id})`);
  const others = bots.length - named.length;
  const all = [...named, ...(others > 0 ? [`${others} more`] : [])].join(', ');
  return bots.length === 1 ? `${all} goes on` : `${all} go on`;
};

/** What becomes of the bots at work when the service stops. */
export const leftLine = (bots: readonly AtWork[]): string | undefined => {
  const said = goOn(bots);
  return said && `${said} when the service is started again on the same data folder.`;
};

/** What becomes of them when it has been started. */
export const foundLine = (bots: readonly AtWork[]): string | undefined => {
  const said = goOn(bots);
  return said && `${said} from before the service was started.\n`;
};

/** What stands on the page of a bot that goes no further. */
const outcomeOf = ({ state, has_joined }: EnteredState): string | undefined => {
  if (state === 'fatal_error') return 'why, and what to do';
  if (state !== 'ended') return undefined;
  return has_joined ? 'what it brought home' : 'how it went';
};

/** A line for a state that a bot, or an app session, has entered. */
export const stateLine = (
  entered: EnteredState,
  { base_url, at }: { readonly base_url: string; readonly at: Date },
): string => {
  const { id, name, state, event, sub_type } = entered;
  const time = at.toTimeString().slice(0, 8);
  const why = [event, sub_type].filter(Boolean).join(', ');
  const outcome = isIdOf('bot', id) ? outcomeOf(entered) : undefined;
  const where = outcome === undefined ? '' : `\n          ${outcome}: ${base_url}/dashboard/bots/${id}`;
  return `${time}  ${name ? `${name} (${id})` : id}: ${state}${why ? `, by ${why}` : ''}${where}`;
};
