/** What is said of the routes about bots. */
import type { botRoutes } from '../../routes/bots.ts';
import {
  endedBot,
  erasedBot,
  joiningBot,
  leavingBot,
  participant,
  pausedBot,
  recordingBot,
  resumedBot,
  sampleBot,
  sampleEvent,
} from '../samples.ts';
import { type DocsOf, pageOf } from './docs-of-route.ts';

export const botDocs: DocsOf<typeof botRoutes> = {
  createBot: {
    tag: 'Bots',
    summary: 'Create a bot that joins a meeting, now or at join_at',
    description:
      'Without `join_at` the bot is `joining` at once; with it, it is `scheduled` and asks to be let in within a second of that moment.',
    refusals: ['duplicate_deduplication_key'],
    examples: {
      now: {
        summary: 'Join now',
        body: { meeting_url: sampleBot.meeting_url, bot_name: 'Minutes' },
        response: joiningBot,
      },
      later: {
        summary: 'Join later, with settings',
        body: {
          meeting_url: sampleBot.meeting_url,
          bot_name: 'Minutes',
          join_at: sampleBot.join_at,
          metadata: sampleBot.metadata,
          deduplication_key: sampleBot.deduplication_key,
          recording_settings: { format: 'mp4', view: 'gallery_view', resolution: '720p' },
          transcription_settings: { meeting_closed_captions: { platform_a_language: 'en-US' } },
          automatic_leave_settings: { waiting_room_timeout_seconds: 300 },
          webhooks: [{ url: 'https://hooks.example.com/bots', triggers: ['bot.state_change', 'transcript.update'] }],
        },
        response: sampleBot,
      },
      event: {
        summary: 'Join an event of a calendar',
        body: { calendar_event_id: sampleEvent.id, bot_name: 'Minutes' },
        response: {
          ...joiningBot,
          ...{ state: 'scheduled', events: sampleBot.events, join_at: sampleBot.join_at },
          calendar_event_id: sampleEvent.id,
        },
      },
    },
  },
  listBots: {
    tag: 'Bots',
    summary: 'List bots, oldest first',
    description:
      'Oldest first unless `order` says otherwise; filtered by `join_at`, and by neither link nor key, in the order of `join_at`. A link or a key that is filtered further may give short pages that still have a `next`, and an empty one where none of the next five hundred bots matches.',
    examples: {
      ended: {
        summary: 'Those that have ended',
        query: { states: 'ended', page_size: '100' },
        response: pageOf(endedBot),
      },
      first: { summary: 'All of them', response: pageOf(sampleBot) },
    },
  },
  getBot: {
    tag: 'Bots',
    summary: 'Fetch a bot',
    description: 'Where the bot is in its life, and everything that has happened to it.',
    examples: { bot: { summary: 'A bot', response: endedBot } },
  },
  updateBot: {
    tag: 'Bots',
    summary:
      'Update a bot: its metadata at any time; its time, link, name, picture and recording while it is scheduled',
    description:
      '`metadata` can be replaced at any time; `join_at`, `meeting_url`, `bot_name`, `bot_image` and `recording_settings` only while the bot is `scheduled`: until two minutes before it joins, or earlier where very many bots join at one moment. `transcription_settings` and `voice_agent_settings` have operations of their own; the rest cannot be changed after creation.',
    refusals: ['invalid_state'],
    examples: {
      metadata: { summary: 'Other metadata', body: { metadata: sampleBot.metadata }, response: sampleBot },
      time: { summary: 'Another time', body: { join_at: sampleBot.join_at }, response: sampleBot },
    },
  },
  deleteBot: {
    tag: 'Bots',
    summary: 'Delete a bot that is scheduled',
    description:
      'Only while it is `scheduled`: until two minutes before it joins, or earlier where very many bots join at one moment. A bot that is `staged` or has set out is asked to leave instead.',
    refusals: ['invalid_state'],
    examples: { bot: { summary: 'A scheduled bot' } },
  },
  leaveBot: {
    tag: 'Bots',
    summary: 'Ask a bot to leave its meeting',
    description:
      'The bot leaves, then its recording is finished (`post_processing`), then it has `ended`. Refused when it is leaving, or has left.',
    refusals: ['invalid_state'],
    examples: { bot: { summary: 'A bot in its meeting', response: leavingBot } },
  },
  pauseRecording: {
    tag: 'Bots',
    summary: 'Pause the recording of a bot that stays in its meeting',
    description:
      'The bot stays; nothing is recorded or transcribed until it is resumed, and the recording leaves out what lies between. Refused while it is not recording, and for a bot with 500 events, which it has after some 240 pauses.',
    refusals: ['invalid_state'],
    examples: { bot: { summary: 'A bot that records', response: pausedBot } },
  },
  resumeRecording: {
    tag: 'Bots',
    summary: 'Resume a paused recording',
    description: 'Refused while the recording is not paused.',
    refusals: ['invalid_state'],
    examples: { bot: { summary: 'A bot that is paused', response: resumedBot } },
  },
  sendChatMessage: {
    tag: 'Bots',
    summary: 'Have a bot write into the chat of its meeting',
    description:
      'It is written within two seconds, in the order in which it was asked for, and once: unless you ask again. A message for one participant who is not there ' +
      'waits a minute for them. Refused while the bot is not in its meeting.',
    refusals: ['invalid_state'],
    examples: {
      everyone: {
        summary: 'To everyone',
        body: { to: 'everyone', message: 'This meeting is being recorded.' },
        response: recordingBot,
      },
      one: {
        summary: 'To one participant',
        body: {
          to: 'specific_user',
          to_user_uuid: participant.participant_uuid,
          message: 'Shall I send you the minutes?',
        },
        response: recordingBot,
      },
    },
  },
  outputVideo: {
    tag: 'Bots',
    summary: 'Have a bot play a video into its meeting',
    description:
      'The video is seen as the camera of the bot and heard as its microphone; at its end its picture is back. Refused while the bot is not in its meeting, ' +
      'while it plays another one that does not loop, and for an address where there is no MP4. One that loops gives way to the new one.',
    refusals: ['invalid_state'],
    examples: {
      once: {
        summary: 'Once',
        body: { url: 'https://media.example.com/welcome.mp4' },
        response: recordingBot,
      },
    },
  },
  updateVoiceAgentSettings: {
    tag: 'Bots',
    summary: 'Change, or turn off, the website that a bot shows',
    description:
      'One address at a time: it takes the place of what was shown before, an empty one turns its own output off. Only until the bot leaves, and, but for turning off, ' +
      'for a bot that was created with `voice_agent_settings.reserve_resources`.',
    refusals: ['invalid_state'],
    examples: {
      camera: {
        summary: 'Through the camera',
        body: { url: 'https://agent.example.com/' },
        response: recordingBot,
      },
      off: { summary: 'Off', body: { url: '' }, response: recordingBot },
    },
  },
  updateTranscriptionSettings: {
    tag: 'Bots',
    summary: 'Change how the speech of a meeting becomes text',
    description:
      'Changes the settings of the provider, from now on: what is not given stays, and so does what has been said. The provider may change too, taking nothing over, also where one hears the sound in the place of captions, or the other way round. ' +
      'Refused once the bot leaves.',
    refusals: ['invalid_state'],
    examples: {
      language: {
        summary: 'Captions in German',
        body: { meeting_closed_captions: { platform_a_language: 'de-DE' } },
        response: recordingBot,
      },
    },
  },
  deleteBotData: {
    tag: 'Bots',
    summary: 'Remove everything that a bot brought back from its meeting, for good',
    description:
      'Recording, transcript, participants, their events and chat messages are gone for good; the bot, its metadata and its events stay. ' +
      'Asked again, it answers the bot as it is. Refused until the bot has ended.',
    refusals: ['invalid_state'],
    examples: { bot: { summary: 'A bot that has ended', response: erasedBot } },
  },
};
