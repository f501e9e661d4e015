/** The schemas of what clients send, by the names that they have in the OpenAPI document. */
import {
  AudioSocketSettings,
  AutomaticLeaveSettings,
  BotChatMessage,
  BotImage,
  CallbackSettings,
  ConfSettings,
  OnBehalfToken,
  RecordingSettings,
  RecordingSettingsChange,
  VideoRequest,
  VoiceAgentSettings,
  VoiceAgentSettingsChange,
  WebhookSubscriptionItem,
  WebsocketSettings,
} from '../../domain/bot/settings.ts';
import { furthestDays } from '../../domain/calendar/followed-event.ts';
import { type KeyedProviderName, keyedProviderNames } from '../../domain/transcription/provider-names.ts';
import { providers } from '../../domain/transcription/providers.ts';
import { TranscriptionSettings } from '../../domain/transcription/transcription-settings.ts';
import { TranscriptionSettingsChange } from '../../domain/transcription/transcription-settings-change.ts';
import { CreateAppSessionBody, EndStreamBody } from '../schemas/app-sessions.ts';
import { CreateBotBody, UpdateBotBody } from '../schemas/bots.ts';
import { CreateCalendarBody, UpdateCalendarBody } from '../schemas/calendars.ts';
import { CreateConnectionBody } from '../schemas/connections.ts';
import { type Described, described, named } from './json-schema.ts';

const meeting_url =
  'The meeting to join: a link to Google Meet, Zoom, Microsoft Teams, the demo room, or a Jitsi, Galène or LiveKit host ' +
  'that the operator lists. It is kept and returned in its normal form: https, without tracking parameters, with its passcode.';
const bot_name = 'The name that people in the meeting see.';
const join_at = `When to join, from now to ${furthestDays} days ahead. The bot asks to be let in within a second of it.`;
const metadata = 'Any JSON object of at most 8 KB. It is returned unchanged, and is part of every webhook.';
const { stt_a, stt_b, meeting_closed_captions, custom_async } = TranscriptionSettings.shape;
const keyed = Object.fromEntries(
  keyedProviderNames.map((name) => [name, `${providers[name].maker}, asked with the key of your project.`]),
) as Record<KeyedProviderName, string>;

const { shape: changes } = TranscriptionSettingsChange;
const deepgram = described(stt_a.unwrap(), 'Transcription by Deepgram.', {
  language: 'A language code; `multi` finds it out.',
  model: 'The model to use.',
  keyterms: 'Words to expect. Only for the model `nova-3` and English.',
  redact: 'What to leave out of the text.',
  use_eu_server: 'Whether sound is sent to the EU server.',
});
const openAi = described(stt_b.unwrap(), 'Transcription by OpenAI.', {
  model: 'The model to use. OpenAI switches those that begin with `gpt-4o` off on 2027-02-26.',
  language: 'An ISO 639 language code of two or three letters.',
  prompt: 'Text that helps the model with names and style. Not for `gpt-4o-transcribe-diarize`.',
});
const captions = described(
  meeting_closed_captions.unwrap(),
  'The language of the captions, by platform; its own default where nothing is said.',
  {
    platform_a_language: 'Google Meet: a locale code, such as `en-US`.',
    platform_b_language: 'Zoom: a language by its name, such as `English`.',
    platform_c_language: 'Microsoft Teams: a lower-case locale code, such as `en-us`.',
  },
);

/** An object that has this field. */
const given = (name: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
  required: [name],
});

export const requests = {
  CreateBot: {
    ...described(CreateBotBody, 'A bot to be made.', {
      meeting_url: `${meeting_url} Required, unless \`calendar_event_id\` is given.`,
      bot_name,
      bot_image: 'The picture that the bot shows as its camera.',
      metadata,
      bot_chat_message: 'What the bot writes into the chat once it has joined.',
      join_at: `${join_at} Without it the bot joins now.`,
      calendar_event_id:
        'The calendar event to join, instead of `meeting_url` and `join_at`: both are taken from it, and follow it until the bot joins.',
      deduplication_key:
        'While a bot or app session with this key is not finished, another one is refused. Keys are free again afterwards.',
      webhooks:
        'Who is told about this bot, instead of the subscribers of the project; signed with the secret of the project. A URL may be told of a trigger once. Of calendars and connections only the subscribers of the project are told.',
      transcription_settings: "How speech becomes text. By default the meeting platform's own closed captions.",
      recording_settings: 'What is recorded, and how it looks.',
      voice_agent_settings: 'A website that the bot shows and lets be heard in the meeting.',
      websocket_settings: 'A server of yours that hears the meeting, and speaks in it, over a WebSocket.',
      automatic_leave_settings: 'When the bot leaves, or gives up joining, by itself.',
      conf_settings: 'How the bot joins a Zoom meeting, and on whose behalf.',
      callback_settings: 'Where the bot asks you for platform tokens, instead of using stored ones.',
    }),
    more: { allOf: [{ oneOf: [given('meeting_url'), given('calendar_event_id')] }] },
  },
  UpdateBot: described(
    UpdateBotBody,
    'What is to change; what is not given stays as it is. All but `metadata` needs a bot that is `scheduled`.',
    {
      join_at,
      meeting_url,
      bot_name,
      bot_image: 'The picture that the bot shows as its camera.',
      recording_settings: 'What is recorded, and how it looks.',
      metadata: `${metadata} Replaces what was there, at any time.`,
    },
  ),
  CreateAppSession: described(CreateAppSessionBody, 'An app session to be made of a real-time stream.', {
    conf_rtms:
      'The payload of the webhook by which the platform tells of the started stream, forwarded unchanged: alone, with its fields below `object`, or the whole webhook.',
    conf_oauth_app_id: 'The app to which the stream was granted. Needed only where the project has several.',
    metadata,
    deduplication_key:
      'While a session or bot with this key is not finished, another one is refused. The stream itself is one in any case.',
    webhooks:
      'Who is told about this session, instead of the subscribers of the project; signed with the secret of the project. A URL may be told of a trigger once. Of calendars and connections only the subscribers of the project are told.',
    transcription_settings: "How speech becomes text. By default the platform's own transcript.",
    recording_settings:
      'What is recorded. `format` is `mp4`, `mp3` or `none`; `resolution` is what the platform is asked for.',
  }),
  EndStream: described(EndStreamBody, 'The stream whose session is to end: its id, or what told of its end.', {
    rtms_stream_id: 'The id of the stream.',
    conf_rtms:
      'The payload of the webhook by which the platform tells of the stopped stream, forwarded unchanged, in the place of the id.',
  }),
  CreateCalendar: described(
    CreateCalendarBody,
    'A calendar to be connected, of somebody who has consented to your app.',
    {
      platform: 'Whose calendar it is: `calendar_provider_a` is Google, `calendar_provider_b` Microsoft.',
      client_id: 'The id of your app at the platform.',
      client_secret: 'The secret of your app. It is stored sealed, and never answered.',
      refresh_token: 'What the user has consented to. It is stored sealed, and never answered.',
      platform_uuid: "The calendar's id on its platform; the primary one where nothing is said.",
      metadata,
      deduplication_key: 'While there is a calendar with this key, another one is refused.',
    },
  ),
  UpdateCalendar: described(UpdateCalendarBody, 'What is to change of a calendar; what is not given stays as it is.', {
    client_secret: 'The new secret of your app.',
    refresh_token: 'What the user has consented to anew.',
    metadata: `${metadata} Replaces what was there.`,
  }),
  CreateConnection: described(CreateConnectionBody, 'A user who has allowed your app at the platform.', {
    authorization_code:
      'What the platform sent the user back with. It is good once, for five minutes: send it on as soon as you get it.',
    redirect_uri: 'The address that the user was sent back to, exactly as it was given to the platform.',
    conf_oauth_app_id: 'The app that was allowed. Needed only where the project has several.',
    is_local_recording_token_supported: 'Whether tokens are fetched for bots that record meetings that the user hosts.',
    is_onbehalf_token_supported: 'Whether tokens are fetched for bots that join on behalf of the user.',
    metadata: `${metadata} A user who is connected already keeps theirs where nothing is said.`,
  }),
  RecordingSettings: described(RecordingSettings, 'What is recorded, and how it looks.', {
    format: '`mp4` is picture and sound, `mp3` sound alone; with `none` nothing is recorded, but transcribed.',
    view: 'How participants are laid out.',
    resolution: 'The size of the picture: 1920x1080 or 1280x720.',
  }),
  RecordingSettingsChange: described(RecordingSettingsChange, 'What is to change of what is recorded.', {
    format: '`mp4`, `mp3` or `none`.',
    view: 'How participants are laid out.',
    resolution: 'The size of the picture.',
  }),
  TranscriptionSettings: described(TranscriptionSettings, 'Exactly one provider, with its settings.', {
    ...keyed,
    meeting_closed_captions: "The meeting platform's own closed captions.",
    custom_async:
      'Your own server, which the operator has named in CUSTOM_ASYNC_TRANSCRIPTION_URL. Every property is forwarded to it as a form field.',
  }),
  DeepgramSettings: deepgram,
  OpenAiSettings: openAi,
  CaptionSettings: captions,
  TranscriptionSettingsChange: described(
    TranscriptionSettingsChange,
    'Exactly one provider. Of the one that counts already, what is not given stays as it is, and null takes a setting back; another one takes nothing over. What stays must go together with what changes.',
    {
      ...keyed,
      meeting_closed_captions: "The meeting platform's own closed captions.",
      custom_async: 'Your own server, which the operator has named in CUSTOM_ASYNC_TRANSCRIPTION_URL.',
    },
  ),
  DeepgramSettingsChange: { ...deepgram, schema: changes.stt_a.unwrap() },
  OpenAiSettingsChange: { ...openAi, schema: changes.stt_b.unwrap() },
  CaptionSettingsChange: { ...captions, schema: changes.meeting_closed_captions.unwrap() },
  CustomTranscriptionSettings: named(custom_async.unwrap(), 'Forwarded to your server as form fields.'),
  BotImage: described(BotImage, 'A PNG picture.', {
    type: 'Always `image/png`.',
    data: 'The picture in base64, at most 2 MB decoded.',
  }),
  BotChatMessage: described(BotChatMessage, 'A chat message.', {
    to: 'Who sees it.',
    to_user_uuid: 'The `participant_uuid` of the recipient. Required when `to` is `specific_user`.',
    message: 'The text.',
  }),
  VoiceAgentSettings: described(VoiceAgentSettings, 'A website as a voice agent: one of the two addresses, at most.', {
    url: 'A website that is seen through the camera of the bot.',
    screenshare_url: 'A website that is seen through its screen share.',
    reserve_resources: 'Must be true for a voice agent that is to start in the middle of the meeting.',
  }),
  VoiceAgentSettingsChange: described(
    VoiceAgentSettingsChange,
    'What the voice agent is seen through: one of the two, with or without an empty one beside it, or both empty.',
    {
      url: 'A website that is seen through the camera of the bot. Empty: none any more.',
      screenshare_url: 'A website that is seen through its screen share. Empty: none any more.',
    },
  ),
  WebsocketSettings: described(WebsocketSettings, 'What goes over WebSockets while the bot is in its meeting.', {
    audio: 'Sound, both ways.',
  }),
  AudioSocketSettings: described(AudioSocketSettings, 'A server that hears the meeting, and speaks in it.', {
    url: 'A wss address on the public internet.',
    sample_rate: 'Of the sound in both directions, in samples a second.',
    per_participant: 'Whether it also hears everybody by themselves, by name, where the meeting tells voices apart.',
  }),
  VideoRequest: described(VideoRequest, 'A video to be played into the meeting.', {
    url: 'An https URL of an MP4 file on the public internet.',
    loop: 'Whether it begins again at its end, until the bot leaves.',
  }),
  AutomaticLeaveSettings: described(AutomaticLeaveSettings, 'When a bot leaves, or gives up joining, by itself.', {
    silence_timeout_seconds: 'It leaves when nobody has spoken for so long …',
    silence_activate_after_seconds: '… but not before it has been in the meeting for so long.',
    only_participant_in_meeting_timeout_seconds:
      'It leaves when it has been alone for so long, also when it came first and nobody followed.',
    wait_for_host_to_start_meeting_timeout_seconds: 'It gives up when the meeting has not started after so long.',
    waiting_room_timeout_seconds: 'It gives up when nobody has admitted it after so long.',
    authorized_user_not_in_meeting_timeout_seconds:
      'It gives up when the user on whose behalf it joins has not come after so long.',
    max_uptime_seconds: 'It leaves after so long in any case. Null: as long as the meeting.',
    bot_keywords: 'Participants whose names hold one of these words are bots, and no company.',
  }),
  ConfSettings: described(ConfSettings, 'How to join Zoom meetings.', {
    sdk: "By what the bot joins: the page of Zoom's web client, which is all there is.",
    onbehalf_token: 'The user on whose behalf the bot joins.',
  }),
  OnBehalfToken: described(OnBehalfToken, 'A user of a connection to Zoom.', {
    conf_oauth_connection_user_id: "The user's id on the platform.",
  }),
  CallbackSettings: described(CallbackSettings, 'Addresses of yours that the bot calls.', {
    conf_tokens_url: 'Answers with Zoom tokens.',
  }),
  WebhookSubscription: described(WebhookSubscriptionItem, 'Somebody who is told what happens.', {
    url: 'An https URL on the public internet, at port 443.',
    triggers: 'What is told. See Webhooks for what each of them carries.',
  }),
} satisfies Record<string, Described>;
