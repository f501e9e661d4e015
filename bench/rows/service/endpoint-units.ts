/** Row 4: what each endpoint costs on DynamoDB. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Consumed } from '../../metered-dynamo-db.ts';
import type { Row } from '../../row.ts';

/**
 * Calls, read units and write units, the request's authentication included. A rise of any fails. One request in ten
 * writes one unit more, which tells of its project's requests.
 */
const most: Record<string, readonly [calls: number, read_units: number, write_units: number]> = {
  POST: [2, 1, 8],
  'POST with key': [2, 1, 14],
  GET: [2, 2, 0],
  PATCH: [3, 2, 6],
  leave: [2, 1, 6],
  pause: [3, 2, 6],
  send_chat_message: [3, 2, 6],
  output_video: [4, 3, 2],
  voice_agent_settings: [3, 2, 2],
  transcription_settings: [3, 2, 2],
  DELETE: [3, 2, 8],
  delete_data: [3, 2, 6],
  transcript: [3, 3, 0],
  participants: [3, 3, 0],
  events: [3, 3, 0],
  chat: [3, 3, 0],
  recording: [2, 2, 0],
  list: [3, 27, 0],
  'list by link': [3, 27, 0],
  'list by state': [4, 28, 0],
  'list by join_at': [3, 27, 0],
  'list by state and join_at': [4, 28, 0],
  'list by link and state': [3, 104, 0],
  'list by 3 states': [8, 31, 0],
  createCalendar: [3, 2, 8],
  createConnection: [5, 4, 14],
  resumeRecording: [3, 2, 6],
  getDiagnostics: [2, 2, 0],
  listCalendars: [3, 14, 0],
  getCalendar: [2, 3, 0],
  updateCalendar: [3, 3, 1],
  deleteCalendar: [3, 4, 8],
  listCalendarEvents: [4, 4, 0],
  getCalendarEvent: [3, 3, 0],
  listConnections: [3, 15, 0],
  getConnection: [2, 2, 0],
  deleteConnection: [5, 4, 13],
  createAppSession: [4, 3, 7],
  listAppSessions: [3, 18, 0],
  getAppSession: [2, 2, 0],
  endStream: [3, 2, 2],
  endAppSession: [2, 1, 2],
  deleteAppSessionData: [3, 2, 2],
  getAppSessionMedia: [2, 2, 0],
  getAppSessionTranscript: [3, 3, 0],
  listAppSessionParticipantEvents: [3, 3, 0],
  listAppSessionChatMessages: [3, 3, 0],
};

const measure = async (): Promise<string> => {
  const script = fileURLToPath(new URL('../../fixtures/endpoint-units.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 1e8 });
  const printed = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as {
    endpoint: string;
    requests: Record<string, Consumed>;
  };
  const requests = Object.entries(printed.requests);
  const figures = requests.map(([name, { calls, read_units, write_units }]) => {
    const [mostCalls = 0, mostReads = 0, mostWrites = 0] = most[name] ?? [];
    const units = [read_units && `${read_units} r`, write_units && `${write_units} w`].filter(Boolean).join(' ');
    const isMore = calls > mostCalls || read_units > mostReads || write_units > mostWrites;
    return { text: `${name} ${calls} (${units})`, isMore };
  });
  const risen = figures.filter(({ isMore }) => isMore).map(({ text }) => text);
  if (risen.length > 0) throw new Error(`more than before: ${risen.join('; ')}`);
  return `${figures.map(({ text }) => text).join(', ')}; capacity as ${printed.endpoint} reports it`;
};

export const endpointUnitRows: readonly Row[] = [
  {
    number: 4,
    title: 'DynamoDB calls per endpoint, and read and write units',
    target: 'GET 2, POST 2, leave 2; any rise fails',
    measure,
  },
];
