/** What is said of the routes about what bots have captured. */
import type { capturedRoutes } from '../../routes/captured.ts';
import { chatMessage, gone, joined, participant, spoke, utterance } from '../samples.ts';
import { type DocsOf, pageOf } from './docs-of-route.ts';

export const capturedDocs: DocsOf<typeof capturedRoutes> = {
  getTranscript: {
    tag: 'What was captured',
    summary: 'Fetch what has been said so far',
    description:
      'All utterances so far, in the order in which they were said, in one answer. With `format` they come as a file: `text` to read, `srt` or `vtt` for players; the times of all three count from the beginning of the recording, without what it leaves out. One of many hours is best asked for with `Accept-Encoding: gzip` (`curl --compressed`): an answer has at most 6 MB. While it grows, an utterance is known by its `speaker_uuid` and `timestamp_ms` together.',
    refusals: ['answer_too_large'],
    examples: {
      all: { summary: 'All of it', response: [utterance] },
      since: {
        summary: 'What is new',
        query: { updated_after: '2027-01-01T09:00:00Z' },
        response: [utterance],
      },
    },
  },
  listParticipants: {
    tag: 'What was captured',
    summary: 'List who is or was in the meeting',
    description:
      'In the order in which they first came, each once. The bot itself is no participant. Nobody is present once the bot has gone.',
    examples: { all: { summary: 'All of them', response: pageOf(participant, gone) } },
  },
  listParticipantEvents: {
    tag: 'What was captured',
    summary: 'List who joined, left, started and stopped speaking',
    description:
      'Oldest first, by `timestamp_ms`, whatever the size of a page; what was told more than ten seconds late stands where it was ten seconds before the bot told it. While the meeting goes on a page may be short and have a `next`; of more than a page within the last twenty seconds, `next` may pass some by: read again by `after`. The bot itself is no participant.',
    examples: {
      first: { summary: 'All of them', response: pageOf(joined, spoke) },
      since: { summary: 'What is new', query: { after: '2027-01-01T09:00:00Z' }, response: pageOf(spoke) },
    },
  },
  listChatMessages: {
    tag: 'What was captured',
    summary: 'List the chat messages of the meeting',
    description:
      'Oldest first. A message that was changed in the meeting is there once, in its place, as it was written last; `updated_after` finds it again, with the same `id`. ' +
      'What the bot itself wrote is not listed; what others write while recording is paused or denied is.',
    examples: {
      first: { summary: 'All of them', response: pageOf(chatMessage) },
      since: {
        summary: 'What is new',
        query: { updated_after: '2027-01-01T09:00:00Z' },
        response: pageOf(chatMessage),
      },
    },
  },
  getRecording: {
    tag: 'What was captured',
    summary: 'Get a link to the recording, valid for 30 minutes',
    description: 'Not found until the recording is finished. The link needs no key: fetch it with a plain GET.',
    examples: {
      recording: {
        summary: 'A finished recording',
        response: {
          url: 'https://media.example.com/recording.mp4?signature=0c5b',
          start_timestamp_ms: 1798794003377,
          format: 'mp4',
          duration_ms: 1859000,
          size_bytes: 184_226_113,
          parts: [
            { start_timestamp_ms: 1798794003377, duration_ms: 1200000 },
            { start_timestamp_ms: 1798795500120, duration_ms: 659000 },
          ],
        },
      },
    },
  },
  getDiagnostics: {
    tag: 'What was captured',
    summary: 'See what the bot last met that it could not go on with',
    description:
      'Why a bot was not let in, was removed, or lost its meeting: the state of the page that it saw, by what it was recognised, what can be done about it, and links to a picture and the ' +
      'trimmed page, in which names, messages and secrets are masked. Not found where the bot met nothing of the kind, and once its data are deleted. The links need no key and hold for 30 minutes.',
    examples: {
      denied: {
        summary: 'A bot that was refused',
        response: {
          created_at: '2027-01-01T09:00:31Z',
          reason: 'request_to_join_denied',
          page_state: 'M12_denied',
          evidence: [
            { class: 'T', entry: 'M12.text.1' },
            { class: 'S', entry: 'M12.again' },
          ],
          advice: 'Ask the host to admit the bot when it asks to join; it is shown under its name.',
          error: null,
          step: null,
          element: null,
          files: [
            { name: 'state.json', url: 'https://media.example.com/state.json?signature=0c5b' },
            { name: 'page.png', url: 'https://media.example.com/page.png?signature=0c5b' },
            { name: 'frame-0.html', url: 'https://media.example.com/frame-0.html?signature=0c5b' },
          ],
        },
      },
    },
  },
};
